/** States of a run, and their colours. */
export const TONES: Readonly<Record<string, string>> = {
  queued: 'amber',
  running: 'blue',
  succeeded: 'green',
  previewed: 'blue',
  held: 'amber',
  discarded: '',
  failed: 'red',
  cancelled: '',
}

export const NO_SUCH_RUN = 'There is no such run of an import, or none that you may see.'

/** The run that an address names; null where it can be none. */
export const runIdOf = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

interface Decided {
  cancel_requested_at: string | null
  ended_by: string | null
  published_by: string | null
}

/** Who decided something about a run after it was asked for. */
export function decisions(run: Decided): [what: string, who: string][] {
  const ended = run.cancel_requested_at === null ? 'Discarded by' : 'Cancelled by'
  const told: [string, string | null][] = [
    ['Published by', run.published_by],
    [ended, run.ended_by],
  ]
  return told.flatMap(([what, who]): [string, string][] => (who === null ? [] : [[what, who]]))
}

/** Seconds of work that are left, from the rows of the last run of the same source; null where nobody knows. */
export function secondsLeft(run: { rows_read: number; expected_rows: number | null; rows_per_second: number | null }) {
  const { rows_read, expected_rows, rows_per_second } = run
  if (!expected_rows || !rows_per_second || expected_rows <= rows_read) return null
  return Math.ceil((expected_rows - rows_read) / rows_per_second)
}

export function timeLeftInWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s left`
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min left` : `${Math.ceil(seconds / 360) / 10} h left`
}
