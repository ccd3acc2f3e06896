const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')

/** After that an edition that could not be sent is left out: the next one is near, and holds what it would have held. */
const OPEN_DAYS = 3
const DAY_MS = 86_400_000

/**
 * The edition of the newsletter that is due: the last time the schedule (`thursday 15:00`, UTC) came by, while it is
 * recent; null when there is none, or the schedule is `off`.
 */
export function dueEdition(schedule: string | undefined, now: Date): Date | null {
  const [, day = '', hour, minute] = /^([a-z]+) (\d\d):(\d\d)$/.exec(schedule ?? '') ?? []
  const weekday = WEEKDAYS.indexOf(day)
  if (weekday < 0) return null
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), Number(hour), Number(minute))
  const daysAgo = (now.getUTCDay() - weekday + 7) % 7
  const sameDay = today - daysAgo * DAY_MS
  const edition = sameDay > now.getTime() ? sameDay - 7 * DAY_MS : sameDay
  return now.getTime() - edition < OPEN_DAYS * DAY_MS ? new Date(edition) : null
}
