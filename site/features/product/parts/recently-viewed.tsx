import { type ReactNode, useEffect, useState } from 'react'
import type { Offer } from '#site/features/offer/offer.ts'

/** Notes this view in the browser, and shows the ones before it: with code of its own, fetched after the page. */
export function RecentlyViewed({ offer }: { offer: Offer }) {
  const [section, setSection] = useState<ReactNode>(null)
  useEffect(() => {
    let left = false
    void import('./viewed-before.tsx').then(({ viewedBefore }) => {
      const before = viewedBefore(offer)
      if (!left) setSection(before)
    })
    return () => {
      left = true
    }
  }, [offer])
  return section
}
