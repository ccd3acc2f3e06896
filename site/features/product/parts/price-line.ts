/** A price and the time it stood. */
export interface PastPrice {
  price: number
  currency: string
  from: string
  until: string
}

export interface PriceLine {
  /** Every price of the line, oldest first, the present one last. */
  steps: PastPrice[]
  low: number
  high: number
  /** The line in a box of 100 by 100. */
  path: string
}

/** What an offer costs now, and from when to when that was read; null where it was not, and for what Amazon sells. */
export function presentPrice(offer: PricedOffer): PastPrice | null {
  const { price, currency, priceSince, asOf, source, isPriceByHand } = offer
  return price !== null && asOf && source !== 'amazon' && !isPriceByHand
    ? { price, currency, from: priceSince, until: asOf }
    : null
}

interface PricedOffer {
  price: number | null
  currency: string
  priceSince: string
  asOf: string | null
  source: string | null
  isPriceByHand: boolean
}

/** Share of the box above and below the line, so that it never lies on an edge. */
const margin = 12

/**
 * A step line: a price stands until it changes. Prices in another currency than the present one are left out, as they
 * cannot be compared. Null when there is nothing to draw: no earlier price, or no present one.
 */
export function priceLine(past: readonly PastPrice[], present: PastPrice | null): PriceLine | null {
  if (!present) return null
  const steps = [...past.filter(({ currency }) => currency === present.currency), present]
  const [first] = steps
  if (!first || steps.length < 2) return null
  const start = Date.parse(first.from)
  const end = Date.parse(present.until)
  if (!(end > start)) return null
  const prices = steps.map(({ price }) => price)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const x = (iso: string) => round(((Date.parse(iso) - start) / (end - start)) * 100)
  const y = (price: number) =>
    high === low ? 50 : round(margin + ((high - price) / (high - low)) * (100 - 2 * margin))
  const path = steps
    .map(({ price, from }, index) => (index === 0 ? `M${x(from)} ${y(price)}` : `H${x(from)}V${y(price)}`))
    .concat('H100')
    .join('')
  return { steps, low, high, path }
}

const round = (value: number): number => Math.round(value * 100) / 100
