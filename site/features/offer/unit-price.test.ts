import { expect, test } from 'vitest'
import { unitPrice } from './unit-price.ts'

test('dollars are told by the ounce, of volume or of weight as the label has it', () => {
  expect(unitPrice(20, 'USD', { amount: 29.5735, unit: 'ml' })).toBe('$20.00 per fl oz')
  expect(unitPrice(10, 'USD', { amount: 50, unit: 'ml' })).toBe('$5.91 per fl oz')
  expect(unitPrice(10, 'USD', { amount: 100, unit: 'g' })).toBe('$2.83 per oz')
  expect(unitPrice(9, 'USD', { amount: 1.8, unit: 'oz' })).toBe('$5.00 per oz')
})

test('other currencies are told by 100 ml and 100 g', () => {
  expect(unitPrice(6.2, 'EUR', { amount: 50, unit: 'ml' })).toBe('€12.40 per 100 ml')
  expect(unitPrice(5, 'GBP', { amount: 250, unit: 'g' })).toBe('£2.00 per 100 g')
})

test('nothing is said where the price or the content is not known', () => {
  expect(unitPrice(null, 'USD', { amount: 50, unit: 'ml' })).toBeNull()
  expect(unitPrice(10, 'USD', null)).toBeNull()
  expect(unitPrice(10, 'USD', { amount: 0, unit: 'ml' })).toBeNull()
})
