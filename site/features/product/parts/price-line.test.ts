import { describe, expect, test } from 'vitest'
import { type PastPrice, priceLine } from './price-line.ts'

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`
const price = (amount: number, from: number, until: number, currency = 'USD'): PastPrice => ({
  price: amount,
  currency,
  from: at(from),
  until: at(until),
})

describe('the line of a price', () => {
  test('is a step at each change, from the oldest price to now', () => {
    const line = priceLine([price(20, 1, 6), price(10, 6, 9)], price(15, 9, 11))
    expect(line).toMatchObject({ low: 10, high: 20, path: 'M0 12H50V88H80V50H100' })
    expect(line?.steps.map((step) => step.price)).toEqual([20, 10, 15])
  })

  test('keeps a gap in which nothing was known at the price before it', () => {
    expect(priceLine([price(20, 1, 3)], price(10, 6, 11))?.path).toBe('M0 12H50V88H100')
  })

  test('lies in the middle when the price came back to what it was', () => {
    expect(priceLine([price(20, 1, 6)], price(20, 6, 11))?.path).toBe('M0 50H50V50H100')
  })

  test.each([
    ['no price before', [], price(10, 1, 5)],
    ['no price now', [price(10, 1, 5)], null],
    ['only prices in another currency', [price(10, 1, 5, 'EUR')], price(10, 5, 6)],
    ['no time at all', [price(10, 1, 1)], price(9, 1, 1)],
    ['times that are none', [{ ...price(10, 1, 1), from: 'x' }], price(9, 1, 2)],
  ])('is not drawn with %s', (_, past, present) => {
    expect(priceLine(past, present)).toBeNull()
  })
})
