import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { recordEvent, recordOutboundClicks } from '../../lib/record-event.ts'

/** Counts each page that is shown, and where visitors go from here. Shows nothing. */
export function VisitRecorder() {
  const { pathname } = useLocation()
  const counted = useRef('')
  useEffect(recordOutboundClicks, [])
  useEffect(() => {
    if (counted.current === pathname) return
    const referrer = counted.current === '' ? elsewhere(document.referrer) : undefined
    counted.current = pathname
    recordEvent('page_view', { properties: { referrer } })
  }, [pathname])
  useEffect(() => {
    // Back to a page that the browser had only put aside.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) recordEvent('page_view')
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  return null
}

/** The host that sent the visitor, unless it was this site. */
function elsewhere(referrer: string): string | undefined {
  const host = URL.canParse(referrer) ? new URL(referrer).hostname : ''
  return host && host !== window.location.hostname ? host : undefined
}
