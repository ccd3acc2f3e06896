import { isPriceFresh, type PriceRules } from './price-age.ts'

/** A product as the cards show it, wherever it came from. */
export interface Offer {
  id: number
  name: string
  merchant: string
  category: string
  source: string | null
  /** Null: unknown, or too old to be shown (then `priceWithheld`). */
  price: number | null
  priceWithheld: boolean
  currency: string
  image: string | null
  link: string
  soldOut: boolean
  asOf: string | null
  addedAt: string
}

export interface ProductRow {
  id: number
  product_name: string
  category: string
  merchant_name: string
  source: string | null
  price: number | null
  currency: string
  image_url: string | null
  affiliate_link: string
  availability: string
  created_at: string
  price_as_of: string | null
}

export const productColumns =
  'id,product_name,category,merchant_name,source,price,currency,image_url,affiliate_link,availability,created_at,price_as_of'

export function toOffer(row: ProductRow, rules: PriceRules, now: number): Offer {
  const { source, merchant_name: merchant, price_as_of: asOf } = row
  const fresh = isPriceFresh({ source, merchant, asOf }, rules, now)
  return {
    id: row.id,
    name: row.product_name,
    merchant,
    category: row.category,
    source,
    price: fresh ? row.price : null,
    priceWithheld: !fresh && row.price !== null,
    currency: row.currency,
    image: row.image_url,
    link: row.affiliate_link,
    soldOut: row.availability === 'out_of_stock',
    asOf: fresh ? asOf : null,
    addedAt: row.created_at,
  }
}
