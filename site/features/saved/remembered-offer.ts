import { type Offer, offerKey } from '#site/features/offer/offer.ts'
import type { StoredItem } from './stored-items.ts'

/** What this browser keeps of a product. Amazon's licence lets nobody keep its prices and images. */
export function rememberedOffer(offer: Offer, now = new Date()): StoredItem {
  const mayKeep = offer.source !== 'amazon'
  return {
    id: offerKey(offer),
    also: [],
    name: offer.name,
    image: mayKeep ? offer.image : null,
    price: mayKeep ? offer.price : null,
    currency: offer.currency,
    merchant: offer.merchant,
    at: now.toISOString(),
  }
}
