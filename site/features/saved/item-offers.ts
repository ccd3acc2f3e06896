import { productTables } from '#site/features/offer/product-tables.ts'
import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'

/** What the backend gives in one response; a visitor's saved items rarely have a tenth of it. */
export const mostOffers = 1000

/**
 * All offers of the items that these products are, by product. Products at Amazon are items of one offer and are left out;
 * so are items whose offers did not all fit into the response: what was known of them stays.
 */
export const itemOffersQuery = (keys: readonly string[]): ShopQuery<Map<string, string[]>> => {
  const products = keys.filter((key) => !key.startsWith('find-')).map(Number)
  return {
    key: `item offers ${products}`,
    tables: productTables,
    read: async (client) => {
      if (products.length === 0) return new Map()
      // As text: an item's number has more digits than JavaScript counts.
      const asked = unwrap(await client.from('products').select('id,item_id::text').in('id', products)) ?? []
      const items = new Set(asked.map(({ item_id }) => item_id))
      if (items.size === 0) return new Map()
      const siblings = client
        .from('products')
        .select('id,item_id::text')
        .filter('item_id', 'in', `(${[...items]})`)
      const found = unwrap(await siblings.order('item_id').order('id').limit(mostOffers)) ?? []
      const cutItem = found[mostOffers - 1]?.item_id
      return new Map(
        asked.flatMap(({ id, item_id }) => {
          const offers = found.filter((other) => other.item_id === item_id && item_id !== cutItem)
          return offers.length > 0 ? [[String(id), offers.map((offer) => String(offer.id))]] : []
        }),
      )
    },
  }
}
