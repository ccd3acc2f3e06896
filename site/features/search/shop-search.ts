import type { TextPart } from './results/marked-text.ts'
import type { SearchKind } from './search-params.ts'

/** A result, in the shape that shopping searches have (specification, 3), and what our cards show beside it. */
export interface SearchItem {
  kind: SearchKind
  /** Of the product or the find; an article is known by its link. */
  id: number | null
  title: string
  /** Where a click leads: the shop's own page of it for anything to buy, ours for articles. */
  link: string
  snippet: string
  pagemap: {
    /** Empty when no price is known, or the known one is too old to be shown. */
    offer: { price: string; pricecurrency: string }[]
    cse_image: { src: string }[]
    cse_thumbnail: { src: string }[]
  }
  titleParts: TextPart[]
  snippetParts: TextPart[]
  /** Our own page about it; Amazon products have none. */
  path: string | null
  category: string
  /** Empty for articles. */
  merchant: string
  source: string | null
  price: number | null
  priceWithheld: boolean
  currency: string
  image: string | null
  soldOut: boolean
  asOf: string | null
  addedAt: string
  readTime: string | null
  isLowest?: boolean
  choices?: string | null
}

export interface ShopSearch {
  items: SearchItem[]
  /** A text, as in the shape above; counted no further than a thousand. */
  searchInformation: { totalResults: string }
  /** Of the kind asked for; 1,001 means more than a thousand. */
  total: number
  counts: Record<SearchKind, number>
  /** What was searched for instead of what was typed, when its spelling was corrected. */
  corrected: string | null
  /** Nothing has every word: these have some of them. */
  someWords: boolean
  /** Prices that the query named in words, and the query without them. */
  named: { from: number | null; below: number | null; rest: string } | null
  facets: SearchFacets
}

/** What the products found can be narrowed by, each value with what choosing it leaves. */
export interface SearchFacets {
  categories: Facet[]
  merchants: Facet[]
  brands: Facet[]
  colors: Facet[]
  sizes: Facet[]
  inStock: number
  fallen: number
  /** So many that nothing was counted. */
  tooMany: boolean
}

export interface Facet {
  value: string
  /** Null where not everything was counted. */
  count: number | null
}
