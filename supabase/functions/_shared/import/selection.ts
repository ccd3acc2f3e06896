import type pg from 'pg'
import type { CatalogueRow } from '../catalogue/normalise.ts'

/** Which offers of a network, a programme or a list the shop takes. Empty lists narrow nothing. */
export interface Selection {
  /** The network's ids; '' stands for all. */
  programmeId: string
  feedId: string
  isOn: boolean
  categories: readonly string[]
  brands: readonly string[]
  withoutBrands: readonly string[]
  words: readonly string[]
  withoutWords: readonly string[]
  minPrice: number | null
  maxPrice: number | null
  /** Counted over everything that the selection is for. */
  maxRows: number | null
  /** Taken beside the shop's own. */
  currencies: readonly string[]
}

export type LeftOut =
  | 'in another currency than the shop'
  | 'left out: switched off'
  | 'left out by category'
  | 'left out by brand'
  | 'left out by words'
  | 'left out by price'

export interface Selector {
  /** Why an offer is not taken; null when it is. */
  leaves(row: CatalogueRow): LeftOut | null
  isOff(programmeId: string, feedId: string): boolean
  /** The closest selection for a list. */
  of(programmeId: string, feedId: string): Selection | null
  hasRules: boolean
}

export async function loadSelections(pool: pg.Pool, networkId: string): Promise<Selection[]> {
  const { rows } = await pool.query<Selection>(
    `select programme_id as "programmeId", feed_id as "feedId", is_on as "isOn", categories, brands,
       without_brands as "withoutBrands", words, without_words as "withoutWords", min_price::float8 as "minPrice",
       max_price::float8 as "maxPrice", max_rows as "maxRows", currencies
     from public.feed_selections where network_id = $1`,
    [networkId],
  )
  return rows
}

/** Pure: what becomes of a row depends on the row and the selections alone. Without selections only the currency is looked at. */
export function createSelector(selections: readonly Selection[], shopCurrency: string): Selector {
  const judges = new Map(selections.map((selection) => [keyOf(selection), { selection, judge: judgeOf(selection) }]))
  const closest = (programmeId: string, feedId: string) =>
    judges.get(`${programmeId}\n${feedId}`) ?? judges.get(`${programmeId}\n`) ?? judges.get('\n') ?? null
  // Rows of one list follow one another.
  let programme: string | null = null
  let feed = ''
  let found: ReturnType<typeof closest> = null
  return {
    hasRules: judges.size > 0,
    isOff: (programmeId, feedId) => closest(programmeId, feedId)?.selection.isOn === false,
    of: (programmeId, feedId) => closest(programmeId, feedId)?.selection ?? null,
    leaves(row) {
      if (judges.size === 0) return row.currency === shopCurrency ? null : 'in another currency than the shop'
      if (programme !== row.programmeId || feed !== row.feedId) {
        programme = row.programmeId
        feed = row.feedId
        found = closest(programme, feed)
      }
      if (found?.selection.isOn === false) return 'left out: switched off'
      if (row.currency !== shopCurrency && !found?.selection.currencies.includes(row.currency)) {
        return 'in another currency than the shop'
      }
      return found ? found.judge(row) : null
    },
  }
}

const keyOf = ({ programmeId, feedId }: Selection) => `${programmeId}\n${feedId}`

function judgeOf(selection: Selection): (row: CatalogueRow) => LeftOut | null {
  const { minPrice, maxPrice } = selection
  const categories = lowered(selection.categories)
  const brands = lowered(selection.brands)
  const withoutBrands = lowered(selection.withoutBrands)
  const words = patternOf(selection.words)
  const withoutWords = patternOf(selection.withoutWords)
  return (row) => {
    if (categories.size > 0 && !categories.has(row.category.toLowerCase())) return 'left out by category'
    if (brands.size + withoutBrands.size > 0) {
      const brand = row.brand.toLowerCase()
      if ((brands.size > 0 && !brands.has(brand)) || withoutBrands.has(brand)) return 'left out by brand'
    }
    if (words || withoutWords) {
      const text = `${row.name} | ${row.brand} | ${row.merchantCategory}`
      if ((words && !words.test(text)) || withoutWords?.test(text)) return 'left out by words'
    }
    const price = Number(row.price)
    if ((minPrice !== null && price < minPrice) || (maxPrice !== null && price > maxPrice)) return 'left out by price'
    return null
  }
}

const lowered = (texts: readonly string[]) =>
  new Set(texts.map((text) => text.trim().toLowerCase()).filter((text) => text !== ''))

/** Whole words and phrases, in any case; null for none. Literals only, so no text is slow to search. */
function patternOf(phrases: readonly string[]): RegExp | null {
  const literals = phrases
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .map((phrase) => phrase.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s`))
  return literals.length === 0
    ? null
    : new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${literals.join('|')})(?![\p{L}\p{N}])`, 'iu')
}
