import type { Listing } from '#site/features/listing/listing.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import type { ShopQuery } from '#site/ssr/data/query.ts'
import { type DealSearch, defaultDealSearch } from './deal-search.ts'
import type { MoreDealsPage } from './more-deals-page.ts'

/**
 * What is found below a list of deals: what was searched for, below its first page also without a search. The same
 * products below each of its pages would say nothing new.
 */
export const moreDealsFor = (listing: Listing, search: DealSearch): ShopQuery<MoreDealsPage> | null =>
  listing.page === 1 || search.text || search.page > 1 ? moreDealsQuery(search) : null

/** The products that a search finds, as cards show them: of a result's texts a card shows none. */
export const moreDealsQuery = ({ text, page }: DealSearch): ShopQuery<MoreDealsPage> => ({
  key: `more-deals ${JSON.stringify({ text, page })}`,
  tables: [...productTables, 'amazon_products', 'blog_posts', 'pages'],
  read: async (client) => {
    const { readMoreDeals } = await import('./parts/read-more-deals.ts')
    return readMoreDeals(client, { q: text || defaultDealSearch, page })
  },
})
