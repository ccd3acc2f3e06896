import { expect, test } from 'vitest'
import { comparedIds, comparePath, inOneParameter } from './compared-ids.ts'

const read = (search: string) => comparedIds(new URLSearchParams(search))

test('reads a shared address and the ticks of a list alike, each item once', () => {
  expect(read('items=12,7,12')).toEqual({ ids: [12, 7], strange: [] })
  expect(read('items=12&items=7')).toEqual({ ids: [12, 7], strange: [] })
  expect(read('')).toEqual({ ids: [], strange: [] })
})

test('counts all that are asked for, and keeps what is no number apart', () => {
  const many = Array.from({ length: 500 }, (_, index) => index + 1)
  expect(read(`items=${many.join()}`).ids).toEqual(many)
  expect(read('items=1,x,-2,0,9999999999999999')).toEqual({ ids: [1], strange: ['x', '-2', '0', '9999999999999999'] })
  expect(read(`items=${'1,'.repeat(9000)}`).ids).toEqual([1])
})

test('has one address', () => {
  expect(comparePath([12, 7])).toBe('/compare?items=12,7')
  expect(comparePath([])).toBe('/compare')
  const read = (search: string) => inOneParameter(new URLSearchParams(search))
  expect(read('items=1,2&items=2&items=a b')).toBe('/compare?items=1,2,a%20b')
  expect(read('items=1&items=2&q=fig+balm')).toBe('/compare?items=1,2&q=fig+balm')
  // However its commas are written: a server may be told of them either way, and must not lead in a circle.
  expect(read('items=1%2C2&q=a%2Cb')).toBeNull()
})
