import { expect, test } from 'vitest'
import { parseImagePath } from './image-path.ts'

const signature = 'abcdefghijklmnopqrstuA'

test('reads a product, its signature, a width and a format', () => {
  expect(parseImagePath(`/_image/12/${signature}/320.avif`)).toEqual({
    productId: '12',
    signature,
    width: 320,
    format: 'avif',
  })
})

test.each([
  `/_image/12/${signature}/321.avif`,
  `/_image/12/${signature}/0320.avif`,
  `/_image/12/${signature}/320.jpeg`,
  `/_image/12/${signature}/320.avif/x`,
  `/_image/012/${signature}/320.avif`,
  `/_image/12/${signature.slice(1)}/320.avif`,
  `/_image/12/${signature}A/320.avif`,
  // Another spelling of the same bytes would be another file.
  `/_image/12/${signature.replace(/A$/, 'B')}/320.avif`,
  `/_image/12/${signature.replace(/^a/, '.')}/320.avif`,
  `/_image/9999999999999999999/${signature}/320.avif`,
  `/_image/1 or 1=1/${signature}/320.avif`,
  '/_image/',
])('takes no other: %s', (path) => {
  expect(parseImagePath(path)).toBeNull()
})
