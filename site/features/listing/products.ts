import type { Offer } from '#site/features/offer/offer.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import type { ShopQuery } from '#site/ssr/data/query.ts'
import type { Listing } from './listing.ts'
import type { ListingPage, ProductFilter } from './listing-page.ts'

/** Newest products with equality filters; 50 unless the caller says otherwise (specification, 7.1). */
export const productsQuery = ({ category, merchant, source, limit = 50 }: ProductFilter): ShopQuery<Offer[]> => ({
  key: `products ${JSON.stringify({ category, merchant, source, limit })}`,
  tables: productTables,
  // What reads is brought in when it is asked: on the server at once, in a browser when a visitor tries again.
  read: async (client) => {
    const { readProducts } = await import('./read/read-products.ts')
    return readProducts(client, { category, merchant, source, limit })
  },
})

export interface NumberedPage {
  offers: Offer[]
  hasNext: boolean
}

/** One page of a category's products, newest first, by its number. */
export const categoryPageQuery = (
  filter: Required<Pick<ProductFilter, 'category' | 'limit'>> & {
    merchant?: string
    page: number
  },
): ShopQuery<NumberedPage> => ({
  key: `category-page ${JSON.stringify(filter)}`,
  tables: productTables,
  read: async (client) => {
    const { readProducts } = await import('./read/read-products.ts')
    const { page, limit, ...narrowed } = filter
    const offers = await readProducts(client, { ...narrowed, limit: limit + 1, start: (page - 1) * limit })
    return { offers: offers.slice(0, limit), hasNext: offers.length > limit }
  },
})

/** One page of a filtered, sorted list, by number near its start, by cursor further in; with what narrows it further. */
export const listingQuery = (listing: Listing): ShopQuery<ListingPage> => ({
  key: `listing ${JSON.stringify(listing)}`,
  tables: productTables,
  read: async (client) => {
    const { readListing } = await import('./read/read-products.ts')
    return readListing(client, listing, { withDetails: true })
  },
})

/** The same for a grid of deals, which is narrowed by category and merchant alone: other values would only weigh. */
export const dealsQuery = (listing: Listing): ShopQuery<ListingPage> => ({
  key: `deals ${JSON.stringify(listing)}`,
  tables: productTables,
  read: async (client) => {
    const { readListing } = await import('./read/read-products.ts')
    const page = await readListing(client, listing, { withDetails: false })
    return { ...page, facets: { ...page.facets, brands: [], prices: [] } }
  },
})
