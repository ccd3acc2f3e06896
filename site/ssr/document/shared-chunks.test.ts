import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { chunkGroups, sharedChunks } from './shared-chunks.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const modules = globSync('{site,domain,design}/**/*.{ts,tsx}', { cwd: root }).filter((path) => !path.includes('.test.'))

test('every part of a shared script names a module that there is', () => {
  const parts = Object.values(sharedChunks).flat()
  expect(parts.filter((part) => !modules.some((path) => path.startsWith(part)))).toEqual([])
})

test('no module belongs to two shared scripts', () => {
  const groups = chunkGroups(root)
  const claimed = modules.filter((path) => groups.filter(({ test: takes }) => takes(root + path)).length > 1)
  expect(claimed).toEqual([])
})

test('of the packages only what every page runs is shared', () => {
  const taken = (id: string) => chunkGroups(root).flatMap(({ name, test: takes }) => (takes(id) ? [name] : []))
  expect(taken(`${root}node_modules/react-dom/client.js`)).toEqual(['shop'])
  expect(taken(`${root}node_modules/@supabase/postgrest-js/index.js`)).toEqual([])
})
