import { type Offer, productColumns } from '../lib/offer.ts'
import type { ListAsk, ProductAsk } from '../lib/product-ask.ts'
import { withFreshPrices } from './fresh-prices.ts'
import { productTables } from './products.ts'
import { type Shop, type ShopQuery, unwrap } from './shop.ts'

/** Cards in one row of an article. */
const cards = 4
/** Read beyond what is shown, because the sizes and colors of one thing stand side by side in a list. */
const candidates = 24

/** The products an article points at, as they are today. */
export const articleProductsQuery = (ask: ProductAsk): ShopQuery<Offer[]> => ({
  key: `article-products ${JSON.stringify(ask)}`,
  tables: productTables,
  failure: 'Failed to load products',
  read: (shop) => {
    if ('ids' in ask) return named(shop, ask.ids)
    return 'words' in ask ? searched(shop, ask.words) : listed(shop, ask)
  },
})

async function named(shop: Shop, ids: readonly number[]): Promise<Offer[]> {
  const rows = unwrap(await shop.from('products').select(productColumns).in('id', ids)) ?? []
  const offers = await withFreshPrices(shop, rows)
  return offers.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

async function listed(shop: Shop, { category, merchant, sort }: ListAsk): Promise<Offer[]> {
  const column = sort === 'newest' ? 'created_at' : 'price'
  const ascending = sort === 'price-asc'
  let query = shop.from('products').select(productColumns).neq('availability', 'out_of_stock')
  if (category) query = query.eq('category', category)
  if (merchant) query = query.eq('merchant_name', merchant)
  if (column === 'price') query = query.not('price', 'is', null)
  const rows = unwrap(await query.order(column, { ascending }).order('id', { ascending }).limit(candidates)) ?? []
  return (await withFreshPrices(shop, unlike(rows))).slice(0, cards)
}

async function searched(shop: Shop, words: string): Promise<Offer[]> {
  const found = shop.rpc('search_products', { query_text: words, page_size: candidates }).select(productColumns)
  const rows = unwrap(await found.neq('availability', 'out_of_stock')) ?? []
  return (await withFreshPrices(shop, unlike(rows))).slice(0, cards)
}

/** One card for each name: a serum in three sizes is one thing to a reader. */
export function unlike<Row extends { product_name: string }>(rows: readonly Row[]): Row[] {
  const seen = new Set<string>()
  return rows.filter(({ product_name: name }) => {
    const plain = name.toLowerCase().split(/ [-–] /, 1)[0] ?? ''
    if (seen.has(plain)) return false
    seen.add(plain)
    return true
  })
}
