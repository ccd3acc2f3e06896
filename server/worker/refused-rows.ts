import { z } from 'zod'

/** As many as anybody looks at; a change that every one of a million rows refuses would else name a million. */
const MOST_NAMED = 20
/** Reasons may hold values of a row: not each of a million is counted on its own. With the two lengths all fits into a line of the log. */
const MOST_REASONS = 5
const REASON_LENGTH = 120
const NAME_LENGTH = 50
const OTHER = 'other reasons'

const refusals = z.object({
  reasons: z.array(z.object({ reason: z.string(), rows: z.number(), names: z.array(z.string()) })),
})
/** Rows that a run could not change: how many by their reason, and the names of the first twenty. */
export type Refusals = z.output<typeof refusals>

/** Those of the steps before, from the checkpoint that they are kept in. */
export function refusalsIn(checkpoint: unknown): Refusals {
  return z.object({ refusals }).safeParse(checkpoint).data?.refusals ?? { reasons: [] }
}

/** With one row more; what is given stays as it was, because the step that refused may be undone. */
export function withRefusal({ reasons }: Refusals, row: { name: string; reason: string }): Refusals {
  const cut = row.reason.slice(0, REASON_LENGTH)
  const isKnown = reasons.some(({ reason }) => reason === cut)
  const reason = isKnown || reasons.length < MOST_REASONS ? cut : OTHER
  const named = reasons.reduce((sum, { names }) => sum + names.length, 0)
  const before = reasons.find((other) => other.reason === reason) ?? { reason, rows: 0, names: [] }
  const names = named < MOST_NAMED ? [...before.names, row.name.slice(0, NAME_LENGTH)] : before.names
  const after = { reason, rows: before.rows + 1, names }
  return { reasons: [...reasons.filter((other) => other !== before), after] }
}

/** One line for all of them, or null where there are none. */
export function refusalsLine({ reasons }: Refusals): string | null {
  const rows = reasons.reduce((sum, reason) => sum + reason.rows, 0)
  if (rows === 0) return null
  const parts = reasons.map((reason) => `${reason.reason} (${listed(reason)})`)
  return `${rows === 1 ? '1 row was' : `${rows} rows were`} refused: ${parts.join('; ')}`
}

function listed({ rows, names }: { rows: number; names: readonly string[] }): string {
  const rest = rows - names.length
  if (names.length === 0) return rows === 1 ? '1 row' : `${rows} rows`
  return [...names, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
}
