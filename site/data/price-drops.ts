import type { DropList } from '../lib/drop-list.ts'
import { countCap, pageSize } from '../lib/listing.ts'
import { type Offer, productColumns } from '../lib/offer.ts'
import { withFreshPrices } from './fresh-prices.ts'
import { productTables } from './products.ts'
import { type ShopQuery, unwrap } from './shop.ts'

export interface DropPage {
  offers: Offer[]
  /** Counted up to `countCap`; one more means more than that. */
  total: number
  categories: string[]
  merchants: string[]
}

/** Products whose price fell below its thirty-day low, as our own readings prove and their shops let us say. */
export const dropsQuery = ({ category, merchant, sort, page }: DropList): ShopQuery<DropPage> => ({
  key: `price-drops ${JSON.stringify({ category, merchant, sort, page })}`,
  tables: [...productTables, 'price_drops'],
  read: async (shop) => {
    const filters = { category_param: category ?? undefined, merchant_param: merchant ?? undefined }
    const page_start = (page - 1) * pageSize
    const [rows, counted, choices] = await Promise.all([
      shop.rpc('price_drops', { ...filters, sort_param: sort, page_size: pageSize, page_start }).select(productColumns),
      shop.rpc('count_price_drops', { ...filters, cap: countCap }),
      shop.rpc('price_drop_choices'),
    ])
    const of = (facet: string) =>
      (unwrap(choices) ?? []).flatMap((choice) => (choice.facet === facet ? choice.value : []))
    return {
      offers: await withFreshPrices(shop, unwrap(rows) ?? []),
      total: unwrap(counted) ?? 0,
      categories: of('category'),
      merchants: of('merchant'),
    }
  },
})
