import { canonicalListing, hasFilters, type Listing, lastOffsetPage, listingHref } from './listing.ts'

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
  // What the 404 of a page past the end is, and not a page that is not there.
  title: page === 1 ? title : shown === 0 ? `${title}: no such page` : `${title}, page ${page}`,
  path,
  noindex: shown === 0 || page > lastOffsetPage,
})

interface HeadOfListing {
  base: string
  listing: Listing
  shown: number | undefined
  /** How many the list has; given where its filters may have addresses of their own. */
  total?: number
}

/** Fewer than this are no page that anybody searches for: half a page of cards. */
const fewestOfOwn = 12

/**
 * A list that is narrowed by one color, or one category, and by nothing else, is a page of its own where it holds enough:
 * "Velloa: Makeup". Every other filtered or sorted list is the plain list to a search engine.
 */
export function listingHead(title: string, { base, listing, shown, total = 0 }: HeadOfListing): ListHead {
  const { colors, categories, sort, page, after, before } = listing
  const [only, ...others] = [...colors, ...categories]
  const plain = { ...listing, colors: [], categories: [] }
  const ownPage =
    only !== undefined && others.length === 0 && !hasFilters(plain) && sort === 'newest' && total >= fewestOfOwn
  if (!ownPage || after || before) return listHead({ title, page, path: canonicalListing(base, listing), shown })
  return listHead({ title: `${title}: ${only}`, page, path: listingHref(base, listing), shown })
}

/** A page past the end of its list is none: the visitor is led back, and search engines forget the address. */
export const listStatus = ({ page, shown }: Pick<PageOfList, 'page' | 'shown'>): { status: number } => ({
  status: page > 1 && shown === 0 ? 404 : 200,
})
