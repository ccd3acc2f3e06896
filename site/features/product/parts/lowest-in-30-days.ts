import type { PastPrice } from './price-line.ts'

const windowMs = 30 * 86_400_000
/** Feeds are read once a day: a shorter time between two prices is no hole in what we know. */
const holeMs = 86_400_000

/**
 * Whether our history proves that the present price is the lowest of the thirty days before it was last read, and that it
 * was higher within them. Not proven: a history that is shorter, has a hole or changes its currency.
 */
export function isLowestIn30Days(past: readonly PastPrice[], present: PastPrice | null): boolean {
  if (!present) return false
  const start = Date.parse(present.until) - windowMs
  const recent = past.filter(({ until }) => Date.parse(until) > start)
  const all = [...recent, present]
  const isWhole =
    Date.parse(all[0]?.from ?? '') <= start &&
    all.every((price, index) => {
      const before = all[index - 1]
      return !before || Date.parse(price.from) - Date.parse(before.until) <= holeMs
    })
  return (
    isWhole &&
    recent.every(({ price, currency }) => currency === present.currency && price >= present.price) &&
    recent.some(({ price }) => price > present.price)
  )
}
