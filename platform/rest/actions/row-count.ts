import type { Result } from '../execute/batch.ts'
import type { ReadNode } from '../plan/types.ts'
import { renderCount } from '../sql/count.ts'
import { OUTPUT } from '../sql/output.ts'
import type { Parameters } from '../sql/parameters.ts'
import type { RestRequest } from './action.ts'

/** The query that counts a read's rows without its limits; null where nobody asked, or the planner's guess is enough. */
export function countQuery(request: RestRequest, root: ReadNode, parameters: Parameters): string | null {
  const { count } = request.preferences
  if (count !== 'exact' && count !== 'estimated') return null
  const query = renderCount(root, null, parameters)
  const { maxRows } = request.known.settings
  // An estimate needs the exact number only up to the point from which the planner's guess is used.
  return count === 'estimated' && maxRows !== null ? `${query} LIMIT ${maxRows + 1}` : query
}

/** Rows that the request would reach without limits, as `Prefer: count` asks. */
export function totalOf(request: RestRequest, results: readonly Result[]): number | null {
  const { count } = request.preferences
  if (count === null) return null
  const exact = results[0]?.rows[0]?.[OUTPUT.total] ?? null
  const planned = results[1]?.rows.map(([text]) => text ?? '').join('\n')
  if (count === 'planned') return planned === undefined ? null : plannedRows(planned)
  const total = exact === null ? null : Number(exact)
  const { maxRows } = request.known.settings
  if (count === 'exact' || total === null || planned === undefined) return total
  if (maxRows !== null && total <= maxRows) return total
  return Math.max(total, plannedRows(planned))
}

function plannedRows(explained: string): number {
  const match = /"Plan Rows":\s*(\d+)/.exec(explained)
  return Number(match?.[1] ?? 0)
}
