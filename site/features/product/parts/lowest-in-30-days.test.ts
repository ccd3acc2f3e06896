import { expect, test } from 'vitest'
import { isLowestIn30Days } from './lowest-in-30-days.ts'
import type { PastPrice } from './price-line.ts'

const now = Date.parse('2026-11-22T10:00:00Z')
const price = (amount: number, fromDay: number, untilDay: number, currency = 'USD'): PastPrice => ({
  ...{ price: amount, currency },
  from: new Date(now - fromDay * 86_400_000).toISOString(),
  until: new Date(now - untilDay * 86_400_000).toISOString(),
})
const present = price(20, 5, 0)

test('a price is the lowest in 30 days when it was higher in them and never lower', () => {
  expect(isLowestIn30Days([price(24, 60, 5)], present)).toBe(true)
  expect(isLowestIn30Days([price(20, 60, 20), price(24, 20, 5)], present)).toBe(true)
  expect(isLowestIn30Days([price(15, 60, 31), price(24, 31, 5)], present)).toBe(true)
})

test('not when it was lower, or never anything else', () => {
  expect(isLowestIn30Days([price(19, 60, 20), price(24, 20, 5)], present)).toBe(false)
  expect(isLowestIn30Days([price(24, 90, 40)], price(20, 40, 0))).toBe(false)
  expect(isLowestIn30Days([], price(20, 60, 0))).toBe(false)
})

test('not where it is not proven: a short history, a hole in it, another currency, no price', () => {
  expect(isLowestIn30Days([price(24, 29, 5)], present)).toBe(false)
  expect(isLowestIn30Days([price(24, 60, 20), price(22, 10, 5)], present)).toBe(false)
  expect(isLowestIn30Days([price(24, 60, 5, 'EUR')], present)).toBe(false)
  expect(isLowestIn30Days([price(24, 60, 5)], null)).toBe(false)
})
