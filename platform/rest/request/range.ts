import { limitNegative, rangeReversed } from '../errors.ts'
import type { Located } from '../parse/query.ts'

export interface TopRange {
  offset: number
  limit: number | null
}

/** The root's rows: `limit`/`offset` parameters narrowed by the Range header, which counts for GET alone. */
export function topRange(
  limits: readonly Located<{ limit: number | null; offset: number | null }>[],
  rangeHeader: string | null,
): TopRange {
  const given = limits.find(({ path }) => path.length === 0)?.value
  const offset = Math.max(0, given?.offset ?? 0)
  const limit = given?.limit ?? null
  if (limit !== null && limit < 0) throw limitNegative()
  const header = rangeHeader === null ? null : parseRange(rangeHeader)
  if (!header) return { offset, limit }
  if (header.last !== null && header.last < header.first) throw rangeReversed()
  if (limit === 0) return { offset, limit }
  const first = Math.max(offset, header.first)
  const last = Math.min(limit === null ? Infinity : offset + limit - 1, header.last ?? Infinity)
  if (last < first) throw limitNegative()
  return { offset: first, limit: last === Infinity ? null : last - first + 1 }
}

/** `0-24` or `25-`, with or without `items=`. Anything else is ignored, as HTTP asks. */
function parseRange(header: string): { first: number; last: number | null } | null {
  const match = /^\s*(?:items=)?(\d{1,15})-(\d{1,15})?\s*$/.exec(header)
  if (!match) return null
  return { first: Number(match[1]), last: match[2] === undefined ? null : Number(match[2]) }
}
