import { withFreshPrices } from '#site/features/offer/fresh-prices.ts'
import { type Offer, productColumns } from '#site/features/offer/offer.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import { type Client, type ShopQuery, unwrap } from '#site/ssr/data/query.ts'

/** A few products of each brand, by the brand's name. */
export const brandShelvesQuery = (names: readonly string[], limit: number): ShopQuery<Record<string, Offer[]>> => ({
  key: `brand-shelves ${JSON.stringify({ names, limit })}`,
  tables: productTables,
  read: async (client) => {
    const shelves = await Promise.all(names.map(async (name) => [name, await newestOf(client, name, limit)] as const))
    return Object.fromEntries(shelves)
  },
})

async function newestOf(client: Client, brand: string, limit: number): Promise<Offer[]> {
  const found = await client.rpc('list_products', { brands: [brand], page_size: limit }).select(productColumns)
  return withFreshPrices(client, unwrap(found) ?? [])
}
