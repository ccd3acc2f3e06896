import { notSingular, rangeOutOfBounds } from '../errors.ts'
import type { ReadNode } from '../plan/types.ts'
import type { TopRange } from '../request/range.ts'
import { contentRange, rangeStatus } from '../response/content-range.ts'

/** Limits the rows of a request, by what it asks and by the project's own limit. */
export function applyRange(root: ReadNode, range: TopRange, maxRows: number | null): void {
  root.offset = range.offset
  root.limit = maxRows === null ? range.limit : Math.min(range.limit ?? maxRows, maxRows)
}

/** Status and Content-Range of rows from `offset` on; refuses a range that begins behind the last row. */
export function rangeResult(offset: number, page: number, total: number | null) {
  const last = offset + page - 1
  const status = rangeStatus(offset, last, total)
  if (status === 416) throw rangeOutOfBounds(offset, total ?? 0)
  const headers: [string, string] = ['Content-Range', contentRange(offset, last, total)]
  return { status, headers }
}

/** `Accept: application/vnd.pgrst.object+json` takes one row, no more and no fewer. */
export function requireSingle(rows: number): void {
  if (rows !== 1) throw notSingular(rows)
}
