import { countCap, pageSize } from '#site/features/listing/listing.ts'
import { withFreshPrices } from '#site/features/offer/fresh-prices.ts'
import { productColumns } from '#site/features/offer/offer.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import { type Client, unwrap } from '#site/ssr/data/query.ts'
import { sharedRead } from '#site/ssr/data/shared-read.ts'
import type { DropPage } from '../drop-page.ts'
import type { DropList } from '../price-drop-parameters.ts'

/** What all lists of drops can be narrowed by. */
const dropChoices = sharedRead(productTables, async (client) => unwrap(await client.rpc('price_drop_choices')))

export async function readDrops(
  client: Client,
  { category, merchant, sort, page, limit, since }: DropList,
): Promise<DropPage> {
  const filters = { category_param: category ?? undefined, merchant_param: merchant ?? undefined, since_param: since }
  const page_size = limit ?? pageSize
  const page_start = (page - 1) * page_size
  const [rows, counted, choices] = await Promise.all([
    client.rpc('price_drops', { ...filters, sort_param: sort, page_size, page_start }).select(productColumns),
    client.rpc('count_price_drops', { ...filters, cap: countCap }),
    dropChoices(client, null),
  ])
  const of = (facet: string) => (choices ?? []).flatMap((choice) => (choice.facet === facet ? choice.value : []))
  return {
    offers: await withFreshPrices(client, unwrap(rows) ?? []),
    total: unwrap(counted) ?? 0,
    categories: of('category'),
    merchants: of('merchant'),
  }
}
