import type { Offer } from '#site/features/offer/offer.ts'

export interface DropPage {
  offers: Offer[]
  /** Counted up to `countCap`; one more means more than that. */
  total: number
  categories: string[]
  merchants: string[]
}
