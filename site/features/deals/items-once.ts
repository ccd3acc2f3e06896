import type { RouterContextProvider } from 'react-router'
import type { Offer } from '#site/features/offer/offer.ts'
import { type Client, unwrap } from '#site/ssr/data/query.ts'
import type { QueryResult } from '#site/ssr/data/query-result.ts'
import { siteContext } from '#site/ssr/data/site-context.ts'

type Block = readonly Pick<Offer, 'id'>[]

/**
 * The ids of each block that show an item which a block before it shows already, perhaps by another merchant's offer or
 * in another colour. Where items cannot be read, the same offer is still known by its id.
 */
export async function repeatedOffers(
  context: Readonly<RouterContextProvider>,
  blocks: readonly Block[],
): Promise<number[][]> {
  const { client, reportError } = context.get(siteContext)
  const ids = [...new Set(blocks.flat().map(({ id }) => id))]
  const items = await readItems(client, ids).catch((error: unknown) => {
    reportError(error)
    return new Map<number, number>()
  })
  return repeated(blocks.map((block) => block.map(({ id }) => ({ id, item: items.get(id) ?? -id }))))
}

/** Of each block the ids whose item stands in a block before. */
export function repeated(blocks: readonly (readonly { id: number; item: number }[])[]): number[][] {
  const seen = new Set<number>()
  return blocks.map((block) => {
    const again = block.filter(({ item }) => seen.has(item)).map(({ id }) => id)
    for (const { item } of block) seen.add(item)
    return again
  })
}

/** A list without the offers of items that stand elsewhere on its page. */
export const withoutOffers = <Page extends { offers: Offer[] }>(
  list: QueryResult<Page>,
  ids: readonly number[] = [],
): QueryResult<Page> =>
  'data' in list && ids.length > 0
    ? { data: { ...list.data, offers: list.data.offers.filter(({ id }) => !ids.includes(id)) } }
    : list

async function readItems(client: Client, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = unwrap(await client.from('products').select('id,item_id').in('id', ids)) ?? []
  // Numbers of 64 bits, rounded: good to be compared with one another.
  return new Map(rows.map(({ id, item_id }) => [id, item_id]))
}
