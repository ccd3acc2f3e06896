import { type Cursor, type ListDefinition, type ListState, UUID_PATTERN } from './list-definition.ts'

const UUID = new RegExp(`^${UUID_PATTERN}$`)

type Named = Pick<ListDefinition<never>, 'filters' | 'sorts' | 'columns'>

/** What an address says of a list. What it says that the list does not know is passed over. */
export function readListState(address: URLSearchParams, list: Named): ListState {
  const filters: Record<string, string> = {}
  for (const filter of list.filters ?? []) {
    const value = address.get(filter.key)?.trim()
    if (!value) continue
    if (filter.kind === 'choice' && !filter.choices.some((choice) => choice.value === value)) continue
    if (filter.kind === 'id' && !UUID.test(value)) continue
    if (filter.kind === 'number' && !Number.isFinite(Number(value))) continue
    filters[filter.key] = value
  }
  const sort = address.get('sort')
  const columns = address.get('columns')?.split(',') ?? null
  return {
    search: address.get('q')?.trim() ?? '',
    filters,
    sort: list.sorts.find(({ value }) => value === sort)?.value ?? list.sorts[0]?.value ?? '',
    columns: columns && list.columns.map(({ key }) => key).filter((key) => columns.includes(key)),
    at: readCursor(address.get('at')),
  }
}

/** The address with a change. Whatever changes what is listed begins it anew; an open record stays what it is. */
export function changeListAddress(address: URLSearchParams, list: Named, change: Partial<ListState>): URLSearchParams {
  const next = new URLSearchParams(address)
  const set = (key: string, value: string | null) => {
    if (value) next.set(key, value)
    else next.delete(key)
  }
  if (change.search !== undefined || change.filters || change.sort !== undefined) next.delete('at')
  if (change.search !== undefined) set('q', change.search)
  if (change.sort !== undefined) set('sort', change.sort === list.sorts[0]?.value ? null : change.sort)
  if (change.columns !== undefined) set('columns', change.columns?.join(',') ?? null)
  if (change.at !== undefined) set('at', change.at && writeCursor(change.at))
  if (change.filters) for (const { key } of list.filters ?? []) set(key, change.filters[key] ?? null)
  return next
}

/** What decides which rows there are, as one text. */
export const listKey = ({ search, filters, sort }: ListState): string => JSON.stringify([search, filters, sort])

export const isNarrowed = ({ search, filters }: ListState): boolean => search !== '' || Object.keys(filters).length > 0

const writeCursor = ({ value, id }: Cursor): string => `${id}~${value ?? ''}`

function readCursor(text: string | null): Cursor | null {
  const cut = text?.indexOf('~') ?? -1
  if (!text || cut < 1) return null
  return { id: text.slice(0, cut), value: text.slice(cut + 1) || null }
}
