import { expect, test } from 'vitest'
import { priceChange } from './price-change.ts'

const usd = (price: number | null) => ({ price, currency: 'USD' })

test('says how much a price moved since it was saved', () => {
  expect(priceChange(usd(20), usd(16))).toEqual({ direction: 'down', text: 'Down $4.00 since you saved it' })
  expect(priceChange(usd(16), usd(20.5))).toEqual({ direction: 'up', text: 'Up $4.50 since you saved it' })
  expect(priceChange(usd(0.3), usd(0.1 + 0.2))).toBeNull()
})

test('says nothing where there is nothing to compare', () => {
  expect(priceChange(usd(null), usd(16))).toBeNull()
  expect(priceChange(usd(16), usd(null))).toBeNull()
  expect(priceChange(usd(16), { price: 12, currency: 'EUR' })).toBeNull()
})
