import { withFreshPrices } from '#site/features/offer/fresh-prices.ts'
import { type Offer, productColumns } from '#site/features/offer/offer.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import { type Shop, type ShopQuery, unwrap } from '#site/ssr/data/query.ts'

/** A few products of each brand, by the brand's name. */
export const brandShelvesQuery = (names: readonly string[], limit: number): ShopQuery<Record<string, Offer[]>> => ({
  key: `brand-shelves ${JSON.stringify({ names, limit })}`,
  tables: productTables,
  read: async (shop) => {
    const shelves = await Promise.all(names.map(async (name) => [name, await newestOf(shop, name, limit)] as const))
    return Object.fromEntries(shelves)
  },
})

async function newestOf(shop: Shop, brand: string, limit: number): Promise<Offer[]> {
  const found = await shop.rpc('list_products', { brands: [brand], page_size: limit }).select(productColumns)
  return withFreshPrices(shop, unwrap(found) ?? [])
}
