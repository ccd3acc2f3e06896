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
