import { withFreshPrices } from '#site/features/offer/fresh-prices.ts'
import { type Offer, productColumns } from '#site/features/offer/offer.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'

const cards = 8

/** Products whose price fell below what we had read for thirty days, the largest saving first. */
const fallen = (): ShopQuery<Offer[]> => ({
  key: 'offers fallen',
  tables: productTables,
  failure: 'Failed to load products',
  read: async (client) => {
    const found = client.rpc('price_drops', { sort_param: 'biggest', page_size: cards }).select(productColumns)
    return withFreshPrices(client, unwrap(await found) ?? [])
  },
})

/** The newest in stock within a range of prices. */
const between = (above: number, dollars: number): ShopQuery<Offer[]> => ({
  key: `offers up-to-${dollars}`,
  tables: productTables,
  failure: 'Failed to load products',
  read: async (client) => {
    const rows = unwrap(
      await client
        .from('products')
        .select(productColumns)
        .is('leads', true)
        .neq('availability', 'out_of_stock')
        .eq('currency', 'USD')
        .gt('price', above)
        .lte('price', dollars)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(cards),
    )
    const offers = await withFreshPrices(client, rows ?? [])
    // A price too old to be shown cannot be what puts a product on this shelf.
    return offers.filter((offer) => offer.price !== null)
  },
})

export const offerQueries = { fallen: fallen(), upTo25: between(0, 25), upTo50: between(25, 50) }
