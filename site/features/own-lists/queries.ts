import { amazonColumns, amazonOffers } from '#site/features/amazon/queries.ts'
import { withFreshPrices } from '#site/features/offer/fresh-prices.ts'
import { type Offer, productColumns } from '#site/features/offer/offer.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'

/** What saved products cost today. One that is not in the answer is no longer sold. */
export const savedOffersQuery = (keys: readonly string[]): ShopQuery<Offer[]> => {
  const products = keys.filter((key) => !key.startsWith('find-')).map(Number)
  const amazonIds = keys.filter((key) => key.startsWith('find-')).map((key) => Number(key.slice('find-'.length)))
  return {
    key: `saved offers ${keys.join(' ')}`,
    tables: [...productTables, 'amazon_products'],
    read: async (client) => {
      const [rows, found] = await Promise.all([
        products.length > 0 ? client.from('products').select(productColumns).in('id', products) : nothing,
        amazonIds.length > 0 ? client.from('amazon_products').select(amazonColumns).in('id', amazonIds) : nothing,
      ])
      const offers = await Promise.all([
        withFreshPrices(client, unwrap(rows) ?? []),
        amazonOffers(client, unwrap(found) ?? []),
      ])
      return offers.flat()
    },
  }
}

const nothing = { data: [], error: null }
