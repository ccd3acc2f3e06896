/** A feed may lose this share of its rows between two runs before it looks cut off. */
const MIN_SHARE = 0.8

/** More known prices than this share, moved by half or more at once, look like another notation. */
const MAX_MOVED_SHARE = 0.1

/** Why the prices of a run look wrong, in words for the operator; null when they do not. */
export function implausiblePrices({ moved, known }: { moved: number; known: number }): string | null {
  if (moved <= known * MAX_MOVED_SHARE) return null
  return `Published nothing: ${moved} of ${known} known prices moved by half or more. Look at the samples. If they are right, publish it anyway.`
}

export interface PlausibilityInput {
  /** Rows that this run accepted, by feed. */
  accepted: ReadonlyMap<string, number>
  /** Rows that the last published run of each feed accepted. */
  last: ReadonlyMap<string, { name: string; accepted: number }>
  /** Rows of the last published run of the same file, whichever feeds it held. */
  lastOfSource: number | null
}

/** Why a run looks cut off, in words for the operator; null when it looks complete. */
export function implausibility({ accepted, last, lastOfSource }: PlausibilityInput): string | null {
  const short = [...accepted].flatMap(([id, rows]) => {
    const before = last.get(id)
    return before && rows < before.accepted * MIN_SHARE
      ? [`${before.name}: ${rows} rows, ${before.accepted} last time`]
      : []
  })
  const total = [...accepted.values()].reduce((sum, rows) => sum + rows, 0)
  if (lastOfSource !== null && total < lastOfSource * MIN_SHARE)
    short.push(`the whole file: ${total} rows, ${lastOfSource} last time`)
  if (short.length === 0) return null
  const shown = short.slice(0, 5).join('; ')
  const more = short.length > 5 ? ` and ${short.length - 5} more` : ''
  return `Published nothing: the run has under 80 % of the last run's rows (${shown}${more}). If that is right, publish it anyway.`
}
