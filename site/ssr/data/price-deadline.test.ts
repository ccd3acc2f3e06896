import { expect, test } from 'vitest'
import { priceDeadline, shownPrices } from './price-deadline.ts'

const rules = { networks: { awin: 3_600_000 }, merchants: { Loam: 60_000 } }
const card = (merchant: string, asOf: string | null, price: number | null = 5) => ({
  ...{ id: 1, source: 'awin', merchant, asOf, price },
})
const at = (iso: string) => Date.parse(iso)

test('a page’s prices are found wherever they stand in what it read', () => {
  const answer = {
    offers: [card('Loam', '2026-11-20T08:00:00Z')],
    items: { more: [card('Ostra', null, null)] },
    total: 2,
  }
  expect(shownPrices(answer).map(({ merchant }) => merchant)).toEqual(['Loam'])
  expect(shownPrices(null)).toEqual([])
})

test('the price that must go first ends the page: by its merchant’s limit, else its network’s', () => {
  const prices = shownPrices([card('Ostra', '2026-11-20T08:00:00Z'), card('Loam', '2026-11-20T08:30:00Z')])
  expect(priceDeadline(prices, rules)).toBe(at('2026-11-20T08:31:00Z'))
  expect(priceDeadline(prices.slice(0, 1), rules)).toBe(at('2026-11-20T09:00:00Z'))
})

test('the large retailer’s own limit holds whatever the tables say', () => {
  const find = { source: 'amazon', merchant: 'Amazon', asOf: '2026-11-20T08:00:00Z' }
  expect(priceDeadline([find], { networks: {}, merchants: {} })).toBe(at('2026-11-21T08:00:00Z'))
})

test('without a limit there is no end', () => {
  expect(priceDeadline([{ source: null, merchant: 'Ostra', asOf: '2026-11-20T08:00:00Z' }], rules)).toBe(
    Number.POSITIVE_INFINITY,
  )
  expect(priceDeadline([], rules)).toBe(Number.POSITIVE_INFINITY)
})
