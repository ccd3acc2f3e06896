import type { ComparedIds } from '#site/features/compare-choice/compared-ids.ts'
import { offersQuery } from '#site/features/product/item-offers.ts'
import { goneProductQuery, productQuery, variantsQuery } from '#site/features/product/queries.ts'
import type { ShopQuery } from '#site/ssr/data/query.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { compareRows } from './compare-rows.ts'

type Load = <Data>(query: ShopQuery<Data>) => Promise<QueryResult<Data>>

/** The compared items, and in plain words what of the address is not among them. */
export async function loadComparison({ ids, strange, left }: ComparedIds, load: Load) {
  const found = await Promise.all(ids.map((id) => readItem(id, load)))
  const items = found.flatMap((item) => ('note' in item ? [] : [item]))
  const notes = [
    ...found.flatMap((item) => ('note' in item ? [item.note] : [])),
    ...strange.map((word) => `“${word}” is the number of no product.`),
    ...(left > 0
      ? [
          `Four items fit beside each other: ${left} more ${left > 1 ? 'were' : 'was'} left out. Remove one to make room.`,
        ]
      : []),
  ]
  return { ...compareRows(items), notes }
}

async function readItem(id: number, load: Load) {
  const [product, offers, variants] = await Promise.all([
    load(productQuery(id)),
    load(offersQuery(id)),
    load(variantsQuery(id)),
  ])
  if ('error' in product) return { note: `Product ${id} could not be loaded: ${product.error}` }
  if (product.data) return { product: product.data, offers: dataOf(offers) ?? [], variants: dataOf(variants) ?? [] }
  const gone = dataOf(await load(goneProductQuery(id)))
  return { note: gone ? `${gone.name} is no longer sold.` : `There is no product with the number ${id}.` }
}
