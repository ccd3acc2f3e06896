import { type Offer, type ProductRow, toOffer } from '../lib/offer.ts'
import { priceRules } from './price-rules.ts'
import type { Shop } from './shop.ts'

/** Rows as cards show them: a price older than its network or shop allows is withheld here, before anything sees it. */
export async function withFreshPrices(shop: Shop, rows: readonly ProductRow[]): Promise<Offer[]> {
  const rules = await priceRules(shop)
  const now = Date.now()
  return rows.map((row) => toOffer(row, rules, now))
}
