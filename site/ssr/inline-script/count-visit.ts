import { recordEvent, recordOutboundClicks } from '#site/features/events/record-event.ts'

/** Counts the page a visitor came to and where they go from it, also when no other script is ever needed. */
export function countVisit(): void {
  recordOutboundClicks()
  addEventListener('load', () => recordEvent('page_view', { properties: { referrer: elsewhere(document.referrer) } }), {
    once: true,
  })
  // Back to a page that the browser had only put aside.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) recordEvent('page_view')
  })
}

/** The host that sent the visitor, unless it was this site. */
function elsewhere(referrer: string): string | undefined {
  const host = URL.canParse(referrer) ? new URL(referrer).hostname : ''
  return host && host !== location.hostname ? host : undefined
}
