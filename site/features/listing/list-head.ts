import { canonicalListing, type Listing, lastOffsetPage } from './listing.ts'

/** What a list's page says of itself in its head; made on the server alone and handed to the page with its data. */
export interface ListHead {
  title: string
  /** Canonical: the page of the plain list. */
  path: string
  /** Nothing is on it, or it is so far in that it shows other products tomorrow. */
  noindex: boolean
}

interface PageOfList {
  title: string
  /** From 1. */
  page: number
  path: string
  /** How many are on it; unknown when they could not be read. */
  shown: number | undefined
}

export const listHead = ({ title, page, path, shown }: PageOfList): ListHead => ({
  title: page > 1 ? `${title}, page ${page}` : title,
  path,
  noindex: shown === 0 || page > lastOffsetPage,
})

export const listingHead = (
  title: string,
  { base, listing, shown }: { base: string; listing: Listing; shown: number | undefined },
): ListHead => listHead({ title, page: listing.page, path: canonicalListing(base, listing), shown })

/** A page past the end of its list is none: the visitor is led back, and search engines forget the address. */
export const listStatus = ({ page, shown }: Pick<PageOfList, 'page' | 'shown'>): { status: number } => ({
  status: page > 1 && shown === 0 ? 404 : 200,
})
