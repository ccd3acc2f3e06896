import { publicSettings } from '#site/ssr/data/public-settings.ts'

/** What is recorded, and all that may be said about it. The function record-event refuses anything else. */
export interface RecordedEvents {
  page_view: { referrer?: string }
  outbound_click: { merchant?: string; slot?: string }
  quiz_start: { quiz?: string }
  quiz_answer: { question: number }
  quiz_complete: { result: Animal }
  quiz_share: { channel: string; result?: Animal }
  wallpaper_download: { wallpaper: string }
  search: { term: string; results: number }
  save_item: Record<string, never>
  share: { channel: string }
}
type Animal = 'butterfly' | 'dolphin' | 'lioness' | 'owl'

/** Counts something that happened on this page: without a cookie, without waiting, and never in anybody's way. */
export function recordEvent<Name extends keyof RecordedEvents>(
  name: Name,
  {
    path = location.pathname,
    productId,
    properties,
  }: { path?: string; productId?: number; properties?: RecordedEvents[Name] } = {},
): void {
  // The work of the shop's own people would only spoil the counts.
  if (location.pathname.startsWith('/admin')) return
  const address = `/functions/v1/record-event?apikey=${publicSettings().publishableKey}`
  navigator.sendBeacon?.(address, JSON.stringify({ name, path, productId, properties }))
}

/** A double click opens two tabs, and is one decision. */
const sameClickMs = 2000

/**
 * Records every way of following `<a data-outbound="slot" data-product="id" data-merchant="name">`: click, middle click,
 * with a key held, by the keyboard. The link itself is left alone. Returns how to stop.
 */
export function recordOutboundClicks(): () => void {
  let last: { link: Element; at: number } | null = null
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-outbound]') : null
    // The right button opens a menu.
    if (!link || event.button > 1) return
    if (last?.link === link && event.timeStamp - last.at < sameClickMs) return
    last = { link, at: event.timeStamp }
    const { outbound, product, merchant } = link.dataset
    recordEvent('outbound_click', {
      productId: Number(product) || undefined,
      properties: { merchant, slot: outbound || undefined },
    })
  }
  // While capturing: nothing on the way can keep the click from being counted.
  const types = ['click', 'auxclick'] as const
  for (const type of types) document.addEventListener(type, onClick, true)
  return () => {
    for (const type of types) document.removeEventListener(type, onClick, true)
  }
}
