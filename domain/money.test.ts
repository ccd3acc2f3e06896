import { expect, test } from 'vitest'
import { formatPrice } from './money.ts'

test.each([
  [24, 'USD', '$24.00'],
  [1234.5, 'USD', '$1,234.50'],
  [0, 'USD', '$0.00'],
  [19.99, 'GBP', '£19.99'],
  [1500, 'JPY', '¥1,500'],
])('%d %s is %s [S3.9] [S9.24]', (amount, currency, text) => {
  expect(formatPrice(amount, currency)).toBe(text)
})

test.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY, -1])('%s is no price', (amount) => {
  expect(formatPrice(amount)).toBeNull()
})

test('an unknown currency is no price, rather than a wrong sign', () => {
  expect(formatPrice(5, 'dollars')).toBeNull()
})
