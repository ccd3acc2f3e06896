import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'

const manifest = z.object({ devDependencies: z.record(z.string(), z.string()) })

test('nothing that runs in production imports a package that only developers install', async () => {
  const { devDependencies } = manifest.parse(JSON.parse(await readFile('package.json', 'utf8')))
  const forbidden = new Set(Object.keys(devDependencies))
  const found: string[] = []
  let files = 0
  for await (const file of glob('{server,platform,supabase,site}/**/*.{ts,tsx}')) {
    const source = await readFile(file, 'utf8')
    if (isForTests(file, source)) continue
    files++
    for (const name of importedPackages(source)) if (forbidden.has(name)) found.push(`${file} imports ${name}`)
  }
  expect(files).toBeGreaterThan(400)
  expect(found).toEqual([])
})

const isForTests = (file: string, source: string): boolean =>
  /\.test\.tsx?$|[/\\]testing[/\\]/.test(file) || importedPackages(source).includes('vitest')

/** 'csv-parse' of 'csv-parse/sync', '@scope/name' of '@scope/name/part'; types are gone before anything runs. */
function importedPackages(source: string): string[] {
  const names = source.matchAll(
    /^(?:import|export)\b(?! type\b)(?:[^'"=;]*?\bfrom)?\s*'([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return [...names].map(([, from, lazy]) => {
    const [first = '', second = ''] = (from ?? lazy ?? '').split('/')
    return first.startsWith('@') ? `${first}/${second}` : first
  })
}
