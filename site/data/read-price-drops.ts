import type { DropList } from '../lib/drop-list.ts'
import { countCap, pageSize } from '../lib/listing.ts'
import { productColumns } from '../lib/offer.ts'
import { withFreshPrices } from './fresh-prices.ts'
import type { DropPage } from './price-drops.ts'
import { type Shop, unwrap } from './shop.ts'

export async function readDrops(
  shop: Shop,
  { category, merchant, sort, page, limit, since }: DropList,
): Promise<DropPage> {
  const filters = { category_param: category ?? undefined, merchant_param: merchant ?? undefined, since_param: since }
  const page_size = limit ?? pageSize
  const page_start = (page - 1) * page_size
  const [rows, counted, choices] = await Promise.all([
    shop.rpc('price_drops', { ...filters, sort_param: sort, page_size, page_start }).select(productColumns),
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
}
