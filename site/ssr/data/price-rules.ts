import { intervalMs, type PriceRules } from '#domain/price-age.ts'
import { type Client, unwrap } from './query.ts'

/** The rules change when an operator reads new terms, not by the minute; every product list needs them. */
const keepMs = 60_000
const kept = new WeakMap<Client, { rules: Promise<PriceRules>; until: number }>()

export function priceRules(client: Client, now = Date.now()): Promise<PriceRules> {
  const known = kept.get(client)
  if (known && known.until > now) return known.rules
  const rules = readPriceRules(client)
  kept.set(client, { rules, until: now + keepMs })
  rules.catch(() => kept.delete(client))
  return rules
}

async function readPriceRules(client: Client): Promise<PriceRules> {
  const [networks, merchants] = await Promise.all([
    client.from('networks').select('id, price_max_age'),
    client.from('merchants').select('name, max_age').not('max_age', 'is', null).limit(1000),
  ])
  const limits = (pairs: [string, unknown][]) =>
    Object.fromEntries(pairs.flatMap(([name, age]) => (intervalMs(age) === null ? [] : [[name, intervalMs(age) ?? 0]])))
  return {
    networks: limits(unwrap(networks)?.map((row) => [row.id, row.price_max_age]) ?? []),
    merchants: limits(unwrap(merchants)?.map((row) => [row.name, row.max_age]) ?? []),
  }
}
