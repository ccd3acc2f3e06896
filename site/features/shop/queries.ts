import { withFreshPrices } from '#site/features/offer/fresh-prices.ts'
import { type Offer, productColumns } from '#site/features/offer/offer.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import { type ShopQuery, type Table, unwrap } from '#site/ssr/data/query.ts'
import { type ShopKind, shopKinds } from './shop-kinds.ts'
import type { ShopFilter } from './shop-view.ts'

export interface ShopProductsFilter {
  filter: ShopFilter | null
  category: string | null
  limit: number
}

/** What each filter's answer depends on beside the products. */
const moreTables: Record<ShopFilter, readonly Table[]> = {
  bestsellers: ['daily_events'],
  new: [],
  sale: [],
}

/**
 * The shop's own grid. Bestsellers: what visitors went to the shops for in the last thirty days. On sale: prices that our
 * own history proves to have dropped, biggest drop first. Otherwise the newest.
 */
export const shopProductsQuery = ({ filter, category, limit }: ShopProductsFilter): ShopQuery<Offer[]> => ({
  key: `shop-products ${JSON.stringify({ filter, category, limit })}`,
  tables: [...productTables, ...(filter ? moreTables[filter] : [])],
  read: async (client) => {
    const category_param = category ?? undefined
    const rows = () => {
      if (filter === 'bestsellers')
        return client.rpc('bestselling_products', { category_param, page_size: limit }).select(productColumns)
      if (filter === 'sale')
        return client
          .rpc('price_drops', { category_param, sort_param: 'biggest', page_size: limit })
          .select(productColumns)
      return client
        .rpc('list_products', { ...(category && { categories: [category] }), page_size: limit })
        .select(productColumns)
    }
    return withFreshPrices(client, unwrap(await rows()) ?? [])
  },
})

/** What our own catalogue has of a kind, newest first: shown where a source of that kind has nothing. */
export const kindQuery = (kind: ShopKind, limit = 20): ShopQuery<Offer[]> => ({
  key: `kind ${JSON.stringify({ kind, limit })}`,
  tables: productTables,
  read: async (client) => {
    const listed = client.rpc('list_products', { categories: [...shopKinds[kind]], page_size: limit })
    return withFreshPrices(client, unwrap(await listed.select(productColumns)) ?? [])
  },
})

/** While no figures say what sells: the prices that fell most. The page says that it is not a list of bestsellers. */
export const bestsellersMeanwhileQuery = shopProductsQuery({ filter: 'sale', category: null, limit: 24 })

export interface ShopFacts {
  /** Listed products; `productCap + 1` means more than the cap. */
  count: number
  categories: string[]
}

/** Counting further would read the whole catalogue for a badge. */
export const productCap = 1000

export const shopFactsQuery = (): ShopQuery<ShopFacts> => ({
  key: 'shop-facts',
  tables: ['products'],
  read: async (client) => {
    const [count, categories] = await Promise.all([
      client.rpc('count_products', { cap: productCap }),
      client.rpc('product_categories'),
    ])
    return { count: unwrap(count) ?? 0, categories: unwrap(categories) ?? [] }
  },
})

/** The catalogue's products for a few words, the most fitting first. */
export const catalogueSearchQuery = (words: string, limit = 8): ShopQuery<Offer[]> => ({
  key: `catalogue-search ${JSON.stringify({ words, limit })}`,
  tables: productTables,
  read: async (client) => {
    const found = client.rpc('search_products', { query_text: words, page_size: limit }).select(productColumns)
    return withFreshPrices(client, unwrap(await found) ?? [])
  },
})
