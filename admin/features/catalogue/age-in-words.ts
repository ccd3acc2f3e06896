/** An interval as Postgres writes it, in words where it is whole hours: nobody says 24:00:00. */
export function ageInWords(interval: unknown): string {
  const [, hours] = /^(\d{1,4}):00:00$/.exec(String(interval)) ?? []
  if (hours === undefined) return String(interval)
  return Number(hours) === 1 ? '1 hour' : `${Number(hours)} hours`
}
