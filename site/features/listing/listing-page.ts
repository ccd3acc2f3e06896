import type { Offer } from '#site/features/offer/offer.ts'
import type { Facets } from './facet-queries.ts'
import type { Cursor } from './listing.ts'

export interface ProductFilter {
  category?: string
  merchant?: string
  source?: string
  limit?: number
}

export interface ListingPage {
  offers: Offer[]
  /** Matching products, exactly. */
  total: number
  facets: Facets
  next: { page: number; after: Cursor | null } | null
  previous: { page: number; before: Cursor | null } | null
}
