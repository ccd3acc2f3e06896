import { expect, test } from 'vitest'
import { dropText } from './drop-text.ts'

const drop = (price: number | null, was: number | null) => dropText({ price, was, currency: 'USD' })

test('a drop says its percentage, rounded down, and the lowest price of the thirty days before', () => {
  expect(drop(30, 40)).toBe('25% below its earlier 30-day low of $40.00')
  expect(drop(0.9, 1)).toBe('10% below its earlier 30-day low of $1.00')
  expect(drop(20.01, 30)).toBe('33% below its earlier 30-day low of $30.00')
  expect(drop(99.99, 100)).toBe('Less than 1% below its earlier 30-day low of $100.00')
})

test('nothing is said where nothing is proven, or the price may not be shown', () => {
  expect(drop(30, null)).toBeNull()
  expect(drop(null, 40)).toBeNull()
  expect(drop(40, 40)).toBeNull()
})
