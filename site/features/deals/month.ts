/** A calendar month in UTC: our readings have UTC times, so that every visitor sees the same list. */
export interface Month {
  /** 'November 2026' */
  label: string
  /** Its first moment, as the database reads it. */
  from: string
  /** When the next one begins, in milliseconds since the epoch. */
  ends: number
}

const label = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export function monthOf(now: number): Month {
  const date = new Date(now)
  const first = (ahead: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1)
  return {
    label: label.format(date),
    from: new Date(first(0)).toISOString(),
    ends: first(1),
  }
}
