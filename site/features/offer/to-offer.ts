import { formatPrice } from '#domain/money.ts'
import { isPriceFresh, type PriceRules } from '#domain/price-age.ts'
import { productPath } from '#domain/product-path.ts'
import type { Offer, ProductRow } from './offer.ts'

/** A product is new for as long as people remember last week's visit. */
const newForMs = 14 * 86_400_000

export function toOffer(row: ProductRow, rules: PriceRules, now: number): Offer {
  const { source, merchant_name: merchant, price_as_of: asOf } = row
  const fresh = isPriceFresh({ source, merchant, asOf }, rules, now)
  return {
    id: row.id,
    name: row.product_name,
    merchant,
    source,
    price: fresh ? row.price : null,
    // The database has hidden a price that is too old, as this does for the moments before.
    priceWithheld: !fresh || undefined,
    currency: row.currency,
    image: row.picture,
    link: row.affiliate_link,
    soldOut: row.availability === 'out_of_stock' || undefined,
    asOf: fresh && asOf ? minuteOf(asOf) : null,
    page: productPath(row),
    // What is not said is not sent: a page carries dozens of cards.
    was: (fresh && row.was_price) || undefined,
    isNew: now - Date.parse(row.created_at) < newForMs || undefined,
    isLowest: (row.is_lowest && (row.shops > 1 || row.sizes > 1)) || undefined,
    choices: choicesOf(row) ?? undefined,
  }
}

/** The minute a time lies in: more is not shown, and hardly packs. Never later than the time, as limits count from it. */
const minuteOf = (time: string): string => time.replace(/:\d\d(\.\d+)?\+00:00$/, 'Z')

type Choices = Pick<ProductRow, 'price' | 'best_price' | 'currency' | 'shops' | 'colours' | 'sizes'>

/** 'at 2 shops · 3 colors · 2 sizes', without what there is one of; null for one offer of one thing. */
export function choicesOf({ price, best_price: best, currency, shops, colours, sizes }: Choices): string | null {
  const parts = [
    best !== null && best !== price && `best offer elsewhere ${formatPrice(best, currency)}`,
    shops > 1 && `at ${shops} shops`,
    colours > 1 && `${colours} colors`,
    sizes > 1 && `${sizes} sizes`,
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? parts.join(' · ') : null
}
