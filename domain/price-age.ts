/** Oldest price each network and shop lets us show, in milliseconds. A missing entry sets no limit. */
export interface PriceRules {
  networks: Record<string, number>
  merchants: Record<string, number>
}

const units: Record<string, number> = { day: 86_400_000, mon: 30 * 86_400_000, year: 365 * 86_400_000 }

/** Postgres' text of an interval ('1 day 02:00:00', '72:00:00') in milliseconds; null when it is none. */
export function intervalMs(text: unknown): number | null {
  if (typeof text !== 'string' || text.length > 60) return null
  const clock = /(?<!\d)(\d+):(\d\d):(\d\d)/.exec(text)
  let total = clock ? (Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])) * 1000 : 0
  for (const [, amount, unit] of text.matchAll(/(?<!\d)(\d+) (day|mon|year)/g))
    total += Number(amount) * (units[unit ?? ''] ?? 0)
  return total > 0 ? total : null
}

/** Amazon's licence: no price older than a day, whatever the tables say. */
export const amazonPriceMs = 86_400_000

/** How old this price may be shown, in milliseconds; undefined where nobody sets a limit. */
export function priceLimit(
  { source, merchant }: { source: string | null; merchant: string },
  rules: PriceRules,
): number | undefined {
  const limit = rules.merchants[merchant] ?? (source ? rules.networks[source] : undefined)
  return source === 'amazon' ? Math.min(limit ?? amazonPriceMs, amazonPriceMs) : limit
}

/** Networks forbid showing a price that may no longer be true: such a price is withheld, not guessed. */
export function isPriceFresh(
  offer: { source: string | null; merchant: string; asOf: string | null },
  rules: PriceRules,
  now: number,
): boolean {
  const limit = priceLimit(offer, rules)
  if (limit === undefined) return true
  const asOf = offer.asOf ? Date.parse(offer.asOf) : Number.NaN
  return now - asOf <= limit // an unknown time is never fresh
}
