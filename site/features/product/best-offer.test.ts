import { describe, expect, test } from 'vitest'
import { newsOf, rankOffers, reasonFor } from './best-offer.ts'
import type { ItemOffer } from './item-offers.ts'

let lastId = 0
const offer = (merchant: string, change: Partial<ItemOffer> = {}): ItemOffer => ({
  ...{ id: ++lastId, name: 'Rose Serum', merchant, source: 'awin', price: 20, currency: 'USD', image: null },
  ...{ link: 'https://shop.example.com/p', asOf: '2026-11-22T10:00Z', availability: 'in_stock', deliveryCost: null },
  ...{ content: null, listPrice: null, priceSince: '2026-11-01T10:00Z', isPriceByHand: false, disclosure: null },
  ...change,
})
const judged = (...offers: ItemOffer[]) => {
  const ranked = rankOffers(offers, 'USD')
  return [ranked[0]?.merchant, reasonFor(ranked)]
}

describe('the best offer', () => {
  test('is the lowest price with delivery of what is in stock', () => {
    expect(
      judged(
        offer('Ada', { price: 18, deliveryCost: 6 }),
        offer('Bea', { price: 20, deliveryCost: 3 }),
        offer('Cleo', { price: 23, deliveryCost: 0.5 }),
      ),
    ).toEqual(['Bea', 'Lowest total of 3 shops, in stock, counting delivery.'])
    expect(judged(offer('Ada', { deliveryCost: 0 }), offer('Bea', { price: 21 }))).toEqual([
      'Ada',
      'Lowest of 2 shops, in stock, with free delivery.',
    ])
  })

  test('claims nothing about delivery that is not told', () => {
    expect(judged(offer('Ada'), offer('Bea', { price: 18 }))).toEqual([
      'Bea',
      'Lowest price of 2 shops, in stock, before delivery.',
    ])
    // Bea's price alone is lower: with what is known of delivery it is not.
    expect(judged(offer('Ada'), offer('Bea', { price: 18, deliveryCost: 5 }))).toEqual([
      'Ada',
      'Lowest total of 2 shops, in stock, counting the delivery costs that are known.',
    ])
  })

  test('moves on when its merchant has none: sold out, price overdue, or a link that leads nowhere', () => {
    const soldOut = offer('Ada', { price: 10, availability: 'out_of_stock' })
    const overdue = offer('Bea', { price: null, priceWithheld: true })
    const refused = offer('Cleo', { price: 9, link: 'javascript:alert(1)' })
    const dear = offer('Dora', { price: 30, deliveryCost: 2 })
    expect(judged(soldOut, overdue, refused, dear, offer('Ela', { price: 33 }))).toEqual([
      'Dora',
      'Lowest of the 2 shops that have it, in stock, counting delivery.',
    ])
    expect(judged(soldOut, dear)).toEqual(['Dora', 'The only one of 2 shops that is not sold out, in stock.'])
    expect(judged(overdue, dear)).toEqual(['Dora', 'The only one of 2 shops that tells a price and has it in stock.'])
    expect(judged(offer('Ada', { availability: 'unknown', price: 20 }), dear)).toEqual([
      'Dora',
      'The only one of 2 shops that says it has it in stock.',
    ])
    expect(judged(dear)).toEqual(['Dora', 'The one shop we list for it, in stock.'])
    expect(rankOffers([refused], 'USD')).toEqual([])
  })

  test('is never called in stock, or cheapest, where that is not known', () => {
    const untold = { availability: 'unknown' }
    expect(judged(offer('Ada', untold), offer('Bea', { ...untold, price: 19 }))).toEqual([
      'Bea',
      'Lowest price of 2 shops, before delivery.',
    ])
    expect(judged(offer('Ada', untold), offer('Bea', { ...untold, price: null }))).toEqual([
      'Ada',
      'The only one of 2 shops whose price is known, before delivery.',
    ])
    expect(judged(offer('Ada', { price: null }), offer('Bea', { price: null }))).toEqual([
      'Ada',
      'None of 2 shops has a price that is known today.',
    ])
    expect(judged(offer('Ada', untold), offer('Bea', { price: null }))).toEqual([
      'Ada',
      'The only one of 2 shops whose price is known, before delivery.',
    ])
    const ahead = offer('Cleo', { price: 5, availability: 'preorder' })
    expect(judged(offer('Ada', untold), ahead)).toEqual(['Ada', 'The likeliest of 2 shops to have it now.'])
    expect(judged(offer('Ada', untold), offer('Bea', untold), ahead)[1]).toBe(
      'Lowest price of the 2 shops that are the likeliest to have it now, before delivery.',
    )
    const gone = { availability: 'out_of_stock' }
    expect(judged(offer('Ada', gone), offer('Bea', gone))[1]).toBe('Sold out at all 2 shops.')
    expect(judged(offer('Ada', gone))[1]).toBeNull()
    expect(judged(offer('Ada'))[1]).toBe('The one shop we list for it, in stock, before delivery.')
  })

  test('is in the currency of the page, and not called the only one where another sells it for other money', () => {
    const abroad = offer('Bea', { price: 5, currency: 'EUR' })
    expect(judged(offer('Ada', { availability: 'unknown' }), abroad)).toEqual([
      'Ada',
      'The only one of 2 shops with a price in USD, before delivery.',
    ])
    expect(judged(offer('Ada'), offer('Cleo', { availability: 'unknown' }), abroad)).toEqual([
      'Ada',
      'The only one of 3 shops that has it in stock at a price in USD.',
    ])
    expect(judged(offer('Ada'), offer('Cleo', { price: 21 }), abroad)).toEqual([
      'Ada',
      'Lowest price of the 2 shops that have it at a price in USD, in stock, before delivery.',
    ])
  })

  test('says what changed while the page was open', () => {
    const [ada, bea] = [offer('Ada'), offer('Bea', { price: 22 })]
    const news = (change: Partial<ItemOffer>) => newsOf(ada, rankOffers([{ ...ada, ...change }, bea], 'USD'))
    expect(news({})).toBeNull()
    expect(news({ availability: 'out_of_stock' })).toBe(
      'Ada has sold out since you opened this page. The button now leads to Bea.',
    )
    expect(news({ price: null })).toBe('The price at Ada is no longer known. The button now leads to Bea.')
    expect(news({ price: 25 })).toBe('Bea has become the better offer. The button now leads to Bea.')
    expect(news({ price: 21 })).toBe('The price at Ada has changed since you opened this page.')
    expect(newsOf(ada, [bea])).toBe('Ada no longer sells it. The button now leads to Bea.')
  })
})
