import { intervalMs, type PriceRules } from '#domain/price-age.ts'
import { type Shop, unwrap } from './query.ts'

/** The rules change when an operator reads new terms, not by the minute; every product list needs them. */
const keepMs = 60_000
const kept = new WeakMap<Shop, { rules: Promise<PriceRules>; until: number }>()

export function priceRules(shop: Shop, now = Date.now()): Promise<PriceRules> {
  const known = kept.get(shop)
  if (known && known.until > now) return known.rules
  const rules = readPriceRules(shop)
  kept.set(shop, { rules, until: now + keepMs })
  rules.catch(() => kept.delete(shop))
  return rules
}

async function readPriceRules(shop: Shop): Promise<PriceRules> {
  const [networks, merchants] = await Promise.all([
    shop.from('networks').select('id, price_max_age'),
    shop.from('merchants').select('name, max_age').not('max_age', 'is', null).limit(1000),
  ])
  const limits = (pairs: [string, unknown][]) =>
    Object.fromEntries(pairs.flatMap(([name, age]) => (intervalMs(age) === null ? [] : [[name, intervalMs(age) ?? 0]])))
  return {
    networks: limits(unwrap(networks)?.map((row) => [row.id, row.price_max_age]) ?? []),
    merchants: limits(unwrap(merchants)?.map((row) => [row.name, row.max_age]) ?? []),
  }
}
