/** A product as the cards show it, wherever it came from. */
export interface Offer {
  id: number
  name: string
  merchant: string
  source: string | null
  /** Null: unknown, or too old to be shown (then `priceWithheld`). */
  price: number | null
  priceWithheld?: boolean
  currency: string
  image: string | null
  link: string
  soldOut?: boolean
  asOf: string | null
  /** Our own page of it; Amazon products have none. */
  page?: string
  /** The price before, where our own history proves it and the shop lets us say it. */
  was?: number | null
  isNew?: boolean
  /** More than one offer or size is behind the card, and this price is the lowest of them. */
  isLowest?: boolean
  /** What the item comes in, as 'at 2 shops · 3 colors', and what it costs where its page leads to. */
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
  /** Where its image is: on its shop's server, on ours, or `/_image/…` (ui/image-files.ts). */
  picture: string | null
  affiliate_link: string
  availability: string
  created_at: string
  price_as_of: string | null
  was_price: number | null
  shops: number
  colours: number
  sizes: number
  /** No offer of its item that can be bought costs less, or none of those of the item that a list is narrowed to. */
  is_lowest: boolean
  /** What it costs at the shop that its page leads to, where that is another one. */
  best_price: number | null
}

export const productColumns =
  'id,product_name,category,merchant_name,source,price,currency,picture,affiliate_link,availability,created_at,price_as_of,was_price,shops,colours,sizes,is_lowest,best_price'

/** What saved and viewed lists, clicks and React know it by: our products and Amazon's are numbered apart. */
export const offerKey = ({ id, page }: Pick<Offer, 'id' | 'page'>): string => (page ? String(id) : `find-${id}`)
