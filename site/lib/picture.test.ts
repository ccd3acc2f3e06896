import { expect, test } from 'vitest'
import { largestPicture } from './largest-picture.ts'
import { lastingAddress } from './picture.ts'

const sized = '/_image/7/abcdefghijklmnopqrstuA'

test('gives our own pictures an address for each build, and leaves all others alone', () => {
  expect(lastingAddress('/demo/products/1.svg')).toBe('/demo/products/1.svg?v=v1')
  for (const other of ['/placeholder.svg', 'https://shop.example/demo/a.jpg', '/storage/v1/a.png', '/art/a.webp?v=0']) {
    expect(lastingAddress(other)).toBe(other)
  }
})

test('has one large file of each picture', () => {
  expect(largestPicture(sized)).toBe(`${sized}/1280.webp`)
  expect(largestPicture(`${sized}#fedcba`)).toBe(`${sized}/1280.webp`)
  expect(largestPicture('/demo/products/1.svg')).toBe('/demo/products/1.svg')
  expect(largestPicture('https://shop.example/a.jpg#b')).toBe('https://shop.example/a.jpg#b')
})
