// Made when they are first needed: a browser takes milliseconds for each.
let long: Intl.DateTimeFormat | undefined
let minute: Intl.DateTimeFormat | undefined

/** 'March 3, 2025'; empty for a value that is not a date. UTC, so that server and browser write the same text. */
export function formatDate(iso: string | null | undefined): string {
  const time = iso ? new Date(iso) : null
  long ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return time && !Number.isNaN(time.getTime()) ? long.format(time) : ''
}

/** 'Nov 21, 02:14 UTC': when a price was last known to be true. */
export function formatAsOf(iso: string): string {
  const time = new Date(iso)
  minute ??= new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  return Number.isNaN(time.getTime()) ? '' : `${minute.format(time)} UTC`
}
