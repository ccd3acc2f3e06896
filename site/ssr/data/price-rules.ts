import { intervalMs, type PriceRules } from '#domain/price-age.ts'
import { type Client, unwrap } from './query.ts'
import { sharedRead } from './shared-read.ts'

const sharedRules = sharedRead(['networks', 'merchants'], readPriceRules)

/** Every product list needs them, and they change when an operator reads new terms. */
export const priceRules = (client: Client): Promise<PriceRules> => sharedRules(client, null)

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
