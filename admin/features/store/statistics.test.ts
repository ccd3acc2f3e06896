import { expect, test } from 'vitest'
import { statisticsOf } from './statistics.ts'

test('products are counted by their lowercased source, and all is Amazon, Awin and CJ [B9.7]', () => {
  expect(
    statisticsOf([
      { source: 'Amazon', products: 2, newest: '2026-11-01T00:00:00Z' },
      { source: 'amazon', products: 1, newest: null },
      { source: 'awin', products: 10, newest: '2026-11-20T00:00:00Z' },
      { source: 'CJ', products: 100, newest: '2026-11-10T00:00:00Z' },
      { source: 'shopify', products: 1000, newest: '2026-11-05T00:00:00Z' },
      { source: 'sovrn', products: 7, newest: '2026-11-06T00:00:00Z' },
      { source: 'hand', products: 3, newest: '2026-11-22T00:00:00Z' },
    ]),
  ).toEqual({
    all: 113,
    amazonProducts: 3,
    awinProducts: 10,
    cjProducts: 100,
    shopifyProducts: 1000,
    others: 10,
    lastUpdated: '2026-11-20T00:00:00Z',
  })
})

test('an empty catalogue has figures too', () => {
  expect(statisticsOf([])).toMatchObject({ all: 0, others: 0, lastUpdated: null })
})
