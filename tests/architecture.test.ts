import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

const text = readFileSync('docs/architecture.md', 'utf8')
const FILES = globSync('{server,platform,supabase,site,scripts}/**/*.ts*')

test('every file that the four walks name is there', () => {
  const walks = text.slice(text.indexOf('## Four walks'), text.indexOf('## Access to data'))
  const named = [...walks.matchAll(/`([\w/.-]+\.tsx?|[\w/.-]+\/)`/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(50)
  // Within a walk a file is named by what differs from the one before it.
  const exists = (name: string) =>
    FILES.some((file) => `${dirname(file)}/`.endsWith(name) || `/${file}`.endsWith(`/${name}`))
  expect(named.filter((name) => !existsSync(name) && !exists(name))).toEqual([])
})
