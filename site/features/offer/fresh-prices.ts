import type { Client } from '#site/ssr/data/query.ts'
import type { Offer, ProductRow } from './offer.ts'

/**
 * Rows as cards show them: a price older than its network or shop allows is withheld here, before anything sees it. What
 * decides is brought in when it is asked: a visitor's browser hardly ever reads rows itself.
 */
export async function withFreshPrices(client: Client, rows: readonly ProductRow[]): Promise<Offer[]> {
  const [{ toOffer }, { priceRules }] = await Promise.all([
    import('./to-offer.ts'),
    import('#site/ssr/data/price-rules.ts'),
  ])
  const rules = await priceRules(client)
  const now = Date.now()
  return rows.map((row) => toOffer(row, rules, now))
}
