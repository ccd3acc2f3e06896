import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { ItemOffer, PastPrices } from '../item-offers.ts'
import { productView } from '../product-view.ts'
import { PriceHistory } from './price-history.tsx'

const daysAgo = (days: number) => new Date(Date.UTC(2026, 10, 22) - days * 86_400_000).toISOString()
const offer = (id: number, merchant: string, price: number): ItemOffer => ({
  ...{ id, name: 'Rose Serum', merchant, source: 'awin', price, currency: 'USD', image: null },
  ...{ link: 'https://shop.example.com/p', asOf: daysAgo(0), availability: 'in_stock', deliveryCost: null },
  ...{ content: null, listPrice: null, priceSince: daysAgo(10), isPriceByHand: false, disclosure: null },
})
const ada = offer(1, 'Ada', 24)
const bea = offer(2, 'Bea', 20)
const cleo = offer(3, 'Cleo', 26)
const higher = (price: number) => [{ price, currency: 'USD', from: daysAgo(60), until: daysAgo(10) }]

/** As the page of Ada's offer shows it. */
function shown(pastPrices: PastPrices) {
  const view = productView({ product: ada, offers: { data: [ada, bea, cleo] }, pastPrices: { data: pastPrices } })
  const best = view.ranked.offers[0] ?? ada
  const html = renderToStaticMarkup(<PriceHistory best={best} histories={view.histories} />)
  return { view, html, first: html.slice(0, html.indexOf('data-part="other-history"')) }
}

describe('the price history beside the button', () => {
  test('is the history of the offer that the button leads to; the other shops stand below to choose', () => {
    const { html, first, view } = shown({ 1: higher(30), 2: higher(22), 3: higher(40) })
    expect(first).toContain('How the price moved at Bea')
    expect(first).toContain('At Bea since')
    expect(first).toContain('highest $22.00')
    expect(first).not.toContain('At Ada')
    expect([...html.matchAll(/<summary>How it moved at (\w+)/g)].map(([, shop]) => shop)).toEqual(['Ada', 'Cleo'])
    expect(view.isLowestIn30Days).toBe(true)
  })

  test('says so where the button’s offer has none, and claims no low of another shop’s prices', () => {
    const { first, view } = shown({ 1: higher(30) })
    expect(first).toContain('How the price moved at Bea')
    expect(first).toContain('We have no earlier price of this shop to show.')
    expect(first).not.toContain('lowest')
    expect(view.isLowestIn30Days).toBe(false)
  })

  test('is left out where no shop has one', () => {
    expect(shown({}).html).toBe('')
  })
})
