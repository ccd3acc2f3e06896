import { withFreshPrices } from '#site/features/offer/fresh-prices.ts'
import { type Offer, productColumns } from '#site/features/offer/offer.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import { type Client, type ShopQuery, unwrap } from '#site/ssr/data/query.ts'
import type { ListAsk, ProductAsk } from './product-ask.ts'

/** Cards in one row of an article. */
const cards = 4
/** Read beyond what is shown, because the first may be sold out. */
const candidates = 24

/** The products an article points at, as they are today. */
export const articleProductsQuery = (ask: ProductAsk): ShopQuery<Offer[]> => ({
  key: `article-products ${JSON.stringify(ask)}`,
  tables: productTables,
  failure: 'Failed to load products',
  read: (client) => {
    if ('ids' in ask) return named(client, ask.ids)
    return 'words' in ask ? searched(client, ask.words) : listed(client, ask)
  },
})

async function named(client: Client, ids: readonly number[]): Promise<Offer[]> {
  const rows = unwrap(await client.from('products').select(productColumns).in('id', ids)) ?? []
  const offers = await withFreshPrices(client, rows)
  return offers.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

async function listed(client: Client, { category, merchant, sort }: ListAsk): Promise<Offer[]> {
  const found = client
    .rpc('list_products', {
      ...(category && { categories: [category] }),
      ...(merchant && { merchants: [merchant] }),
      sort,
      page_size: cards,
    })
    .select(productColumns)
  return withFreshPrices(client, unwrap(await found.neq('availability', 'out_of_stock')) ?? [])
}

async function searched(client: Client, words: string): Promise<Offer[]> {
  const found = client.rpc('search_products', { query_text: words, page_size: candidates }).select(productColumns)
  const rows = unwrap(await found.neq('availability', 'out_of_stock')) ?? []
  return (await withFreshPrices(client, rows)).slice(0, cards)
}
