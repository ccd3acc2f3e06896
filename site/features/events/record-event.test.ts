import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

test('what records events weighs less than a kilobyte, even with its types', async () => {
  const files = ['site/features/events/record-event.ts', 'site/features/events/visit-recorder.tsx']
  const source = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('')
  const code = source.replaceAll(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const bytes = brotliCompressSync(code).length
  expect(bytes).toBeGreaterThan(200)
  expect(bytes).toBeLessThan(1024)
})
