import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { rankOffers, reasonFor } from './best-offer.ts'
import type { ItemOffer, PastPrices } from './item-offers.ts'
import { isLowestIn30Days } from './parts/lowest-in-30-days.ts'
import { type PriceLine, presentPrice, priceLine } from './parts/price-line.ts'

/** The offers of an item in the order of their worth to a visitor, and why the first is the best. */
export interface RankedOffers {
  offers: readonly ItemOffer[]
  reason: string | null
}

/** How the price moved at one of the shops. */
export interface ShopHistory {
  merchant: string
  currency: string
  line: PriceLine
}

export interface ProductView {
  ranked: RankedOffers
  /** Why the other shops are not there. */
  failed: string | null
  history: ShopHistory | null
  isLowestIn30Days: boolean
}

interface Read {
  product: ItemOffer
  offers: QueryResult<ItemOffer[]>
  pastPrices: QueryResult<PastPrices>
}

/** What the loader decides, so that no visitor's browser fetches the code that decides. */
export function productView({ product, offers, pastPrices }: Read): ProductView {
  const ranked = rankOffers(dataOf(offers) ?? [product], product.currency)
  const best = ranked[0] ?? product
  const past = dataOf(pastPrices) ?? {}
  return {
    ranked: { offers: ranked, reason: reasonFor(ranked) },
    failed: 'error' in offers ? offers.error : null,
    // The best offer's own history, else that of another shop that lets us show one.
    history: firstHistory([best, product, ...ranked], past),
    isLowestIn30Days: isLowestIn30Days(past[best.id] ?? [], presentPrice(best)),
  }
}

function firstHistory(offers: readonly ItemOffer[], past: PastPrices): ShopHistory | null {
  for (const offer of offers) {
    const line = priceLine(past[offer.id] ?? [], presentPrice(offer))
    if (line) return { merchant: offer.merchant, currency: offer.currency, line }
  }
  return null
}
