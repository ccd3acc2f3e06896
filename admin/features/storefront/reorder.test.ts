import { expect, test } from 'vitest'
import { displaced, moved } from './reorder.ts'

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, -1, 'abc'],
  [2, 3, 'abc'],
  [7, 0, 'abc'],
])('from place %i to %i gives %s', (from, to, order) => {
  expect(moved([...'abc'], from, to).join('')).toBe(order)
})

test('only rows that stand elsewhere are written', () => {
  const rows = [
    { id: 'b', display_order: 1 },
    { id: 'a', display_order: 0 },
    { id: 'c', display_order: 2 },
  ]
  expect(displaced(rows)).toEqual([
    { id: 'b', display_order: 0 },
    { id: 'a', display_order: 1 },
  ])
})
