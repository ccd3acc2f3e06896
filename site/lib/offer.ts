import { isPriceFresh, type PriceRules } from './price-age.ts'
import { productPath } from './product-path.ts'

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
  /** Our own page of it; retailer finds have none. */
  page?: string
  /** The price before, where our own history proves it and the shop lets us say it. */
  was?: number | null
  isNew?: boolean
  /** More than one offer or size is behind the card, and this price is the lowest of them. */
  isLowest?: boolean
  /** What the item comes in, as 'at 2 shops · 3 colors'. */
  choices?: string | null
}

export interface ProductRow {
  id: number
  product_name: string
  category: string
  merchant_name: string
  source: string | null
  price: number | null
  currency: string
  /** Where its picture is: on its shop's server, on ours, or `/_image/…` (lib/picture.ts). */
  picture: string | null
  affiliate_link: string
  availability: string
  created_at: string
  price_as_of: string | null
  was_price: number | null
  shops: number
  colours: number
  sizes: number
}

export const productColumns =
  'id,product_name,category,merchant_name,source,price,currency,picture,affiliate_link,availability,created_at,price_as_of,was_price,shops,colours,sizes'

/** A product is new for as long as people remember last week's visit. */
const newForMs = 14 * 86_400_000

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
    image: row.picture,
    link: row.affiliate_link,
    soldOut: row.availability === 'out_of_stock',
    asOf: fresh ? asOf : null,
    addedAt: row.created_at,
    page: productPath(row),
    was: fresh ? row.was_price : null,
    isNew: now - Date.parse(row.created_at) < newForMs,
    isLowest: row.shops > 1 || row.sizes > 1,
    choices: choicesOf(row),
  }
}

/** 'at 2 shops · 3 colors · 2 sizes', without what there is one of; null for one offer of one thing. */
export function choicesOf({ shops, colours, sizes }: Pick<ProductRow, 'shops' | 'colours' | 'sizes'>): string | null {
  const parts = [
    shops > 1 && `at ${shops} shops`,
    colours > 1 && `${colours} colors`,
    sizes > 1 && `${sizes} sizes`,
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? parts.join(' · ') : null
}

/** What saved and viewed lists, clicks and React know it by: products and retailer finds are numbered apart. */
export const offerKey = ({ id, page }: Pick<Offer, 'id' | 'page'>): string => (page ? String(id) : `find-${id}`)
