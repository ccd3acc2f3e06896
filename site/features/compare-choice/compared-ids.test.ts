import { expect, test } from 'vitest'
import { comparedIds, comparePath } from './compared-ids.ts'

const read = (search: string) => comparedIds(new URLSearchParams(search))

test('reads a shared address and the ticks of a list alike, each item once', () => {
  expect(read('items=12,7,12')).toEqual({ ids: [12, 7], strange: [], left: 0 })
  expect(read('items=12&items=7')).toEqual({ ids: [12, 7], strange: [], left: 0 })
  expect(read('')).toEqual({ ids: [], strange: [], left: 0 })
})

test('takes four, counts what is left out, and keeps what is no number apart', () => {
  expect(read('items=1,2,3,4,5,6')).toEqual({ ids: [1, 2, 3, 4], strange: [], left: 2 })
  expect(read('items=1,x,-2,0,9999999999999999')).toEqual({
    ids: [1],
    strange: ['x', '-2', '0', '9999999999999999'],
    left: 0,
  })
  expect(read(`items=${'1,'.repeat(9000)}`).ids).toEqual([1])
})

test('has one address', () => {
  expect(comparePath([12, 7])).toBe('/compare?items=12,7')
  expect(comparePath([])).toBe('/compare')
})
