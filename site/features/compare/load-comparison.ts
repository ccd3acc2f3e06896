import { type ComparedIds, mostCompared, mostRead } from '#site/features/compare-choice/compared-ids.ts'
import { offersQuery } from '#site/features/product/item-offers.ts'
import { goneProductQuery, productQuery, variantsQuery } from '#site/features/product/queries.ts'
import type { ShopQuery } from '#site/ssr/data/query.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { compareRows, type ReadItem } from './compare-rows.ts'

type Load = <Data>(query: ShopQuery<Data>) => Promise<QueryResult<Data>>

/** Strange words that are named one by one. */
const mostNamed = 3

/**
 * The compared items, and in plain words what of the address is not among them. One that is not there leaves its place to
 * the next; one that could not be read keeps it, for it is there when the visitor tries again.
 */
export async function loadComparison({ ids, strange }: ComparedIds, load: Load) {
  const waiting = ids.slice(0, mostRead)
  const places: { id: number; read: ReadItem | null }[] = []
  const missing: string[] = []
  const failures: string[] = []
  while (waiting.length > 0 && places.length < mostCompared) {
    const next = waiting.splice(0, mostCompared - places.length)
    for (const { id, ...found } of await Promise.all(next.map((asked) => readItem(asked, load)))) {
      if (found.missing) missing.push(found.missing)
      else places.push({ id, read: found.read ?? null })
      if (found.failure) failures.push(found.failure)
    }
  }
  const left = ids.length - places.length - missing.length
  const notes = [...failures, ...missing, ...strangeNotes(strange), ...(left > 0 ? [leftNote(left)] : [])]
  return { ...compareRows(places), notes, failed: failures.length > 0 }
}

function strangeNotes(words: readonly string[]): string[] {
  const named = words.slice(0, mostNamed).map((word) => `“${word}” is the number of no product.`)
  const rest = words.length - named.length
  return rest > 0 ? [...named, `${rest} more ${rest > 1 ? 'words are' : 'word is'} the number of no product.`] : named
}

const leftNote = (left: number): string =>
  `Four items fit beside each other: ${left} more ${left > 1 ? 'were' : 'was'} left out. Remove one to make room.`

interface Found {
  id: number
  read?: ReadItem
  /** What could not be read. */
  failure?: string
  /** That there is none, or none any more. */
  missing?: string
}

async function readItem(id: number, load: Load): Promise<Found> {
  const [product, offers, variants] = await Promise.all([
    load(productQuery(id)),
    load(offersQuery(id)),
    load(variantsQuery(id)),
  ])
  if ('error' in product) return { id, failure: `Product ${id} could not be loaded: ${product.error}` }
  if (product.data) {
    const read = { product: product.data, offers: dataOf(offers) ?? [], variants: dataOf(variants) ?? [] }
    if ('error' in offers)
      return { id, read, failure: `Other shops of ${product.data.name} could not be loaded: ${offers.error}` }
    return { id, read }
  }
  const gone = dataOf(await load(goneProductQuery(id)))
  return { id, missing: gone ? `${gone.name} is no longer sold.` : `There is no product with the number ${id}.` }
}
