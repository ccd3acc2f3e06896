import { type Offer, offerKey } from '../../lib/offer.ts'
import { recordEvent } from '../../lib/record-event.ts'
import { isSaved, maxSaved, saveItem, subscribeSaved, unsaveItem } from '../../lib/saved-items.ts'
import type { StoredItem } from '../../lib/stored-items.ts'
import { toast } from '../ui/toasts.ts'

subscribeSaved(showSavedSoon)

export function toggleSaved(offer: Offer): void {
  const undo = unsaveItem(offerKey(offer))
  if (undo) {
    toast('info', 'Removed from your saved items', { label: 'Undo', run: undo })
    return
  }
  const result = saveItem(rememberedOffer(offer))
  if (result === 'full') {
    toast('error', `Your list holds ${maxSaved} items. Remove one on your profile page to save another.`)
    return
  }
  recordEvent('save_item', { productId: offer.page ? offer.id : undefined })
  if (result === 'saved') toast('success', 'Saved on this device')
  else toast('info', 'Saved until you leave: this browser does not keep it')
}

/** What this browser keeps of a product. Amazon's licence lets nobody keep its prices and pictures. */
export function rememberedOffer(offer: Offer, now = new Date()): StoredItem {
  const mayKeep = offer.source !== 'amazon'
  return {
    id: offerKey(offer),
    name: offer.name,
    image: mayKeep ? offer.image : null,
    price: mayKeep ? offer.price : null,
    currency: offer.currency,
    merchant: offer.merchant,
    at: now.toISOString(),
  }
}

let waiting = false

/** Fills the hearts of what is saved: once, however many cards of a page ask for it. */
export function showSavedSoon(): void {
  if (waiting) return
  waiting = true
  queueMicrotask(() => {
    waiting = false
    for (const heart of document.querySelectorAll<HTMLElement>('[data-save]'))
      heart.setAttribute('aria-pressed', String(isSaved(heart.dataset.save ?? '')))
  })
}
