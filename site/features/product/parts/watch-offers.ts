import { browserClient } from '#site/ssr/data/browser-client.ts'
import { newsOf, rankOffers, reasonFor } from '../best-offer.ts'
import { type ItemOffer, offersQuery } from '../item-offers.ts'
import type { RankedOffers } from '../product-view.ts'

/** Offers that were read again, and what that changed. */
export interface FreshOffers extends RankedOffers {
  news: string | null
}

interface WatchOptions {
  id: number
  currency: string
  /** When the page came with its offers, in milliseconds since the epoch. */
  openedAt: number
  /** Where the button led when the page came. */
  sent: ItemOffer | undefined
  onRead(found: FreshOffers): void
}

/** A page is right when it is sent; after a minute in an open tab its shops are asked about again before a click. */
const freshForMs = 60_000
/** Browsers let a click open a tab for two seconds or more after it; nobody is kept waiting for longer either. */
const patienceMs = 1500

/**
 * Reads the offers of a page that has been open for a while again, when its visitor comes back or is about to press the
 * button; and the press itself waits for it, so that nobody is led to a shop that has sold out since. Returns how to stop.
 */
export function watchOffers({ id, currency, openedAt, sent, onRead }: WatchOptions): () => void {
  let readAt = openedAt
  let reading: Promise<readonly ItemOffer[] | null> | null = null
  const isOld = () => Date.now() - readAt > freshForMs

  const read = () => {
    reading ??= offersQuery(id)
      .read(browserClient())
      .then((found) => {
        readAt = Date.now()
        const offers = rankOffers(found, currency)
        if (offers.length > 0) onRead({ offers, reason: reasonFor(offers), news: sent ? newsOf(sent, offers) : null })
        return offers
      })
      // Unread is not sold out: the button stays as it is.
      .catch(() => null)
      .finally(() => {
        reading = null
      })
    return reading
  }

  const onIntent = (event: Event) => {
    const isAtButton = event.target instanceof Element && buttonOf(event.target) !== null
    if ((isAtButton || (!document.hidden && event.type === 'visibilitychange')) && isOld()) void read()
  }

  const onClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? buttonOf(event.target) : null
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!button || !isPlain || !isOld()) return
    event.preventDefault()
    // Nor is it counted yet: it may lead nowhere.
    event.stopImmediatePropagation()
    void Promise.race([read(), pause(patienceMs)]).then((offers) => {
      if (offers?.length === 0) return location.reload() // no shop lists it any more; the page says so
      const best = offers?.[0]
      if (best && String(best.id) !== button.dataset.product) return // the button has become another's, and says so
      readAt = Date.now()
      button.click()
    })
  }

  const intents = ['pointerover', 'focusin', 'visibilitychange'] as const
  for (const type of intents) document.addEventListener(type, onIntent)
  // On the window, before the count of clicks.
  window.addEventListener('click', onClick, true)
  return () => {
    for (const type of intents) document.removeEventListener(type, onIntent)
    window.removeEventListener('click', onClick, true)
  }
}

const buttonOf = (target: Element) => target.closest<HTMLElement>('a[data-outbound="product"]')

const pause = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))
