import type { ReactNode } from 'react'
import type { Condition } from './condition.ts'

/** The last row that was seen: the next page begins after it, however far down it stands. */
export interface Cursor {
  /** The sorted column's value; null where the row has none. */
  value: string | null
  id: string
}

export interface Column<Row> {
  key: string
  label: string
  /** In rem; what is left over is shared out in proportion. */
  width: number
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** Not shown until somebody chooses it. */
  isExtra?: boolean
  /** Stays on a telephone, where there is room for two or three. */
  onPhone?: boolean
  /** The orders that its heading switches between; only what an index gives. */
  sorts?: readonly [string, string] | readonly [string]
}

export interface Choice {
  value: string
  label: string
}

/** As the database takes it: anything else would be refused there. */
export const UUID_PATTERN = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}'

export type Filter = { key: string; label: string } & (
  | { kind: 'choice'; choices: readonly Choice[] }
  /** An exact word; the suggestions are offered while typing. */
  | { kind: 'word'; suggest?: () => Promise<readonly string[]> }
  | { kind: 'number' }
  /** A UUID. */
  | { kind: 'id' }
)

/** What the address says of a list. */
export interface ListState {
  search: string
  filters: Readonly<Record<string, string>>
  sort: string
  /** Keys of the columns that are shown; null stands for those that are not extra. */
  columns: readonly string[] | null
  /** Where the list begins when it does not begin at its beginning. */
  at: Cursor | null
}

export interface PageRequest extends Pick<ListState, 'search' | 'filters' | 'sort'> {
  after: Cursor | null
  size: number
  signal: AbortSignal
}

export interface ListDefinition<Row> {
  /** The first part of its query keys: whoever changes such rows invalidates it. */
  table: string
  title: string
  /** What one row is, and several are. */
  noun: readonly [string, string]
  columns: readonly Column<Row>[]
  filters?: readonly Filter[]
  /** In the order in which they are offered; the first is what a bare address means. */
  sorts: readonly Choice[]
  /** What the search looks through; without it there is none. */
  searchLabel?: string
  idOf: (row: Row) => string
  /** What people call the row: screen readers hear it. */
  nameOf: (row: Row) => string
  cursorOf: (row: Row, sort: string) => Cursor
  fetchPage: (request: PageRequest) => Promise<readonly Row[]>
  /** Counted no further than `cap`: one more means "more than that". */
  count: (request: Omit<PageRequest, 'after' | 'size'>) => Promise<number>
  cap: number
  /** Of the column with links and buttons, in rem, where the usual one is too narrow. */
  actionsWidth?: number
  /** Whether rows can be brought in as CSV, at /import/{table}. */
  takesCsv?: true
  /** The rows of filters and a search, for those who take them out as CSV; null where that cannot be said exactly. */
  toCsv?: (state: Pick<ListState, 'search' | 'filters'>) => readonly Condition[] | null
  /** Said when there is not a single row, nothing being filtered. */
  empty: string
}

/** Rows a request: one screen and the next, in one statement of some milliseconds. */
export const PAGE_SIZE = 100
