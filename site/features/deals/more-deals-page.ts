import type { Offer } from '#site/features/offer/offer.ts'

export interface MoreDealsPage {
  offers: Offer[]
  /** Counted up to a thousand; one more means more than that. */
  total: number
}
