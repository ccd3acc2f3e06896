import type { Database } from '#domain/database.types.ts'

export type Selection = Database['public']['Tables']['feed_selections']['Row']

/** Networks whose offers are narrowed; a feed that is opened by its own address has its network's name. */
export const NETWORKS = [
  { value: 'awin', label: 'Awin' },
  { value: 'cj', label: 'CJ' },
  { value: 'sovrn', label: 'Sovrn' },
  { value: 'file', label: 'Merchants’ own files' },
] as const

/** What of its network a selection is for. */
export function placeInWords({ network_id, programme_id, feed_id }: Selection): string {
  const network = NETWORKS.find(({ value }) => value === network_id)?.label ?? network_id
  if (programme_id === '') return `All of ${network}`
  return `${network}, programme ${programme_id}${feed_id && `, list ${feed_id}`}`
}

/** What a selection takes, in a sentence. */
export function rulesInWords(selection: Selection): string {
  if (!selection.is_on) return 'Nothing is taken'
  const { min_price, max_price, max_rows } = selection
  const rules = [
    listed('categories', selection.categories),
    listed('brands', selection.brands),
    listed('without brands', selection.without_brands),
    listed('words', selection.words),
    listed('without words', selection.without_words),
    min_price !== null && `from ${min_price}`,
    max_price !== null && `up to ${max_price}`,
    max_rows !== null && `${max_rows.toLocaleString('en-US')} offers at most`,
    listed('also in', selection.currencies),
  ].filter(Boolean)
  return rules.length === 0 ? 'Everything is taken' : rules.join('; ')
}

const listed = (label: string, texts: readonly string[]) => texts.length > 0 && `${label} ${texts.join(', ')}`

/** Whether a reason says that a row was not wanted; it was no bad row. */
export const isLeftOut = (reason: string): boolean =>
  reason.startsWith('left out') || reason === 'in another currency than the shop'
