import { type Offer, productColumns } from '../lib/offer.ts'
import { unlike } from './article-products.ts'
import { withFreshPrices } from './fresh-prices.ts'
import { productTables } from './products.ts'
import { type ShopQuery, unwrap } from './shop.ts'

const cards = 8
/** Sizes and colors of one thing share a card, so more rows are read than shown. */
const candidates = 48

/** Products whose price fell below what we had read for thirty days, the largest saving first. */
const fallen = (): ShopQuery<Offer[]> => ({
  key: 'offers fallen',
  tables: [...productTables, 'price_drops'],
  failure: 'Failed to load products',
  read: async (shop) => {
    const drops =
      unwrap(await shop.from('price_drops').select('product_id').order('saving', { ascending: false }).limit(cards)) ??
      []
    const ids = drops.map((drop) => drop.product_id)
    if (ids.length === 0) return []
    const rows = unwrap(await shop.from('products').select(productColumns).in('id', ids)) ?? []
    const offers = await withFreshPrices(shop, rows)
    return offers.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  },
})

/** The newest in stock within a range of prices. */
const between = (above: number, dollars: number): ShopQuery<Offer[]> => ({
  key: `offers up-to-${dollars}`,
  tables: productTables,
  failure: 'Failed to load products',
  read: async (shop) => {
    const rows = unwrap(
      await shop
        .from('products')
        .select(productColumns)
        .neq('availability', 'out_of_stock')
        .eq('currency', 'USD')
        .gt('price', above)
        .lte('price', dollars)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(candidates),
    )
    const offers = await withFreshPrices(shop, unlike(rows ?? []))
    // A price too old to be shown cannot be what puts a product on this shelf.
    return offers.filter((offer) => offer.price !== null).slice(0, cards)
  },
})

export const offerQueries = { fallen: fallen(), upTo25: between(0, 25), upTo50: between(25, 50) }
