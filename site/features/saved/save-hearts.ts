import { renewToast, toast } from '#design/toasts.ts'
import { recordEvent } from '#site/features/events/record-event.ts'
import { type Offer, offerKey } from '#site/features/offer/offer.ts'
import { rememberedOffer } from './remembered-offer.ts'
import { maxSaved, savedItems, saveItem, subscribeSaved, unsaveItem } from './saved-items.ts'
import { markSaved } from './saved-marks.ts'

subscribeSaved(showSavedSoon)

export function toggleSaved(offer: Offer): void {
  const key = offerKey(offer)
  // What another tab has saved since this page came has an empty heart here: pressing that one means to fill it.
  const isFull = document.querySelector(`[data-save="${key}"][aria-pressed="true"]`) !== null
  const undo = isFull && unsaveItem(key)
  if (undo) {
    toast('info', 'Removed from your saved items', { label: 'Undo', run: undo })
    return
  }
  const result = saveItem(rememberedOffer(offer))
  if (result === 'full') {
    renewToast('error', `Your list holds ${maxSaved} items. Remove one on your profile page to save another.`)
    return
  }
  recordEvent('save_item', { productId: offer.page ? offer.id : undefined })
  if (result === 'saved') renewToast('success', 'Saved on this device')
  else renewToast('info', 'Saved until you leave: this browser does not keep it')
  void import('./know-saved-items.ts').then(({ knowSavedItems }) => knowSavedItems([key]))
}

let waiting = false

/** Marks what is saved: once, however many cards of a page ask for it. */
export function showSavedSoon(): void {
  if (waiting) return
  waiting = true
  queueMicrotask(() => {
    waiting = false
    markSaved(savedItems())
  })
}
