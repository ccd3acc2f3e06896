import { formatPrice } from '#domain/money.ts'
import { knownTotal } from './best-offer.ts'
import type { ItemOffer } from './item-offers.ts'

/** '$82.90 with delivery'; null where the shop does not tell what that costs, or the price is not known. */
export function deliveryText(offer: ItemOffer): string | null {
  if (offer.price === null || offer.deliveryCost === null) return null
  if (offer.deliveryCost === 0) return 'Free delivery'
  const total = formatPrice(knownTotal(offer), offer.currency)
  return total && `${total} with delivery`
}
