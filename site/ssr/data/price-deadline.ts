import type { PriceRules } from '#domain/price-age.ts'
import { priceLimit } from '#domain/price-age.ts'

/** A price on a page, in whichever shape: a card, a result, an offer. */
interface ShownPrice {
  source: string | null
  merchant: string
  asOf: string
}

/** Milliseconds since the epoch until which every price in a page's data may be shown; Infinity when none has a limit. */
export function priceDeadline(prices: readonly ShownPrice[], rules: PriceRules): number {
  const ends = prices.map((price) => {
    const limit = priceLimit(price, rules)
    return limit === undefined ? Number.POSITIVE_INFINITY : Date.parse(price.asOf) + limit
  })
  return Math.min(Number.POSITIVE_INFINITY, ...ends)
}

/** Every price that a query's answer shows, wherever in it: a new kind of list is found without being named here. */
export function shownPrices(answer: unknown): ShownPrice[] {
  if (Array.isArray(answer)) return answer.flatMap(shownPrices)
  if (typeof answer !== 'object' || answer === null) return []
  return isShownPrice(answer) ? [answer] : Object.values(answer).flatMap(shownPrices)
}

const isShownPrice = (value: object): value is ShownPrice =>
  'price' in value &&
  typeof value.price === 'number' &&
  'asOf' in value &&
  typeof value.asOf === 'string' &&
  'merchant' in value &&
  typeof value.merchant === 'string' &&
  'source' in value &&
  (value.source === null || typeof value.source === 'string')
