import type { Offer } from '#site/features/offer/offer.ts'
import { rememberedOffer } from './remembered-offer.ts'
import { viewedItemsKey } from './storage-keys.ts'
import { type StoredItem, storedItems } from './stored-items.ts'

/** As many as one looks back over. */
export const maxViewed = 24

const items = storedItems(viewedItemsKey, maxViewed)

export const viewedItems = items.list
export const subscribeViewed = items.subscribe

/** Puts a product first; returns those viewed before it. */
export function noteView(offer: Offer, now = new Date()): readonly StoredItem[] {
  const item = rememberedOffer(offer, now)
  const others = items.list().filter(({ id }) => id !== item.id)
  items.write([item, ...others])
  return others
}

export function clearViewed(): () => void {
  const before = items.list()
  items.write([])
  return () => void items.write(before)
}
