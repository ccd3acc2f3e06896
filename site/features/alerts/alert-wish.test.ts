import { expect, test } from 'vitest'
import { priceIn } from './alert-wish.ts'

test.each([
  ['24.50', 24.5],
  ['$24', 24],
  ['99,50', 99.5],
  ['1,200', 1200],
  ['1,200.50', 1200.5],
  ['$ 1 200', 1200],
  ['9,5', null],
  ['1,20,300', null],
  ['0', null],
  ['much', null],
])('%s is the price %o', (typed, price) => {
  expect(priceIn(typed)).toBe(price)
})
