const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** 'March 3, 2025'; empty for a value that is not a date. UTC, so that server and browser write the same text. */
export function formatDate(iso: string | null | undefined): string {
  const time = iso ? new Date(iso) : null
  return time && !Number.isNaN(time.getTime()) ? long.format(time) : ''
}
