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

/** How the price moved at one of the shops: what is drawn, and no more, for the page carries it. */
export interface ShopHistory extends Omit<PriceLine, 'steps'> {
  /** The offer whose prices these are. */
  id: number
  merchant: string
  currency: string
  /** When the present price was last known. */
  until: string
  steps: { price: number; from: string }[]
}

export interface ProductView {
  ranked: RankedOffers
  /** Why the other shops are not there. */
  failed: string | null
  /** In the order of the offers; of those that have none to show, none. */
  histories: readonly ShopHistory[]
  isLowestIn30Days: boolean
}

interface Read {
  product: ItemOffer
  offers: QueryResult<ItemOffer[]>
  pastPrices: QueryResult<PastPrices>
}

/** What the loader decides, so that no visitor's browser fetches the code that decides. */
export function productView({ product, offers, pastPrices }: Read): ProductView {
  // The same object twice is sent once.
  const others = (dataOf(offers) ?? []).flatMap((offer) => (offer.id === product.id ? [] : [lean(offer)]))
  const ranked = rankOffers([product, ...others], product.currency)
  const best = ranked[0] ?? product
  const past = dataOf(pastPrices) ?? {}
  return {
    ranked: { offers: ranked, reason: reasonFor(ranked) },
    failed: 'error' in offers ? offers.error : null,
    histories: historiesOf(ranked, past),
    isLowestIn30Days: isLowestIn30Days(past[best.id] ?? [], presentPrice(best)),
  }
}

/** Without what only cards say. */
const lean = ({ isNew: _, isLowest: __, choices: ___, ...offer }: ItemOffer): ItemOffer => offer

/** The best offer's and a few others': each has a chart and a table in the page. */
const mostHistories = 4

function historiesOf(offers: readonly ItemOffer[], past: PastPrices): ShopHistory[] {
  const found = offers.flatMap((offer) => {
    const line = priceLine(past[offer.id] ?? [], presentPrice(offer))
    if (!line) return []
    const { id, merchant, currency } = offer
    const steps = line.steps.map(({ price, from }) => ({ price, from }))
    return { ...line, id, merchant, currency, steps, until: line.steps.at(-1)?.until ?? '' }
  })
  return found.slice(0, mostHistories)
}
