import { expect, test } from 'vitest'
import { isMissingChunk } from './missing-chunk.ts'

test.each([
  [new TypeError('Failed to fetch dynamically imported module: https://shop.example/admin/assets/x.js'), true],
  [new TypeError('error loading dynamically imported module: https://shop.example/admin/assets/x.js'), true],
  [new TypeError('Importing a module script failed.'), true],
  [new Error('Unable to preload CSS for /admin/assets/x.css'), true],
  [new TypeError('Failed to fetch'), false],
  ['Importing a module script failed.', false],
])('%s is a screen whose script is gone: %s', (error, isMissing) => {
  expect(isMissingChunk(error)).toBe(isMissing)
})
