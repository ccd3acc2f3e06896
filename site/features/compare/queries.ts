import { withFreshPrices } from '#site/features/offer/fresh-prices.ts'
import { type Offer, productColumns } from '#site/features/offer/offer.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'

/** Few enough to be read at a glance. */
const mostShown = 6

/** What may be put beside the compared items: what a visitor searches for, else what is like the first of them. */
export const candidatesQuery = ({ words, like }: { words: string; like: number | undefined }): ShopQuery<Offer[]> => ({
  key: `compare candidates ${like} ${words}`,
  tables: productTables,
  read: async (client) => {
    if (words === '' && like === undefined) return []
    const rows = words
      ? await client.rpc('search_products', { query_text: words, page_size: mostShown }).select(productColumns)
      : await client.rpc('related_products', { of_product: like ?? 0, page_size: mostShown }).select(productColumns)
    return withFreshPrices(client, unwrap(rows) ?? [])
  },
})
