import { useEffect, useState } from 'react'
import type { Offer } from '../../lib/offer.ts'
import type { StoredItem } from '../../lib/stored-items.ts'
import { RememberedList } from '../product/remembered-list.tsx'
import { SectionHead } from '../ui/section-head.tsx'

/** A row of cards; more stand on the profile page. */
const shown = 6

/** Notes this view in the browser, and shows the ones before it. */
export function RecentlyViewed({ offer }: { offer: Offer }) {
  const [before, setBefore] = useState<readonly StoredItem[]>([])
  useEffect(() => {
    let left = false
    void import('../../lib/viewed-items.ts').then(({ noteView }) => {
      const others = noteView(offer)
      if (!left) setBefore(others.slice(0, shown))
    })
    return () => {
      left = true
    }
  }, [offer])
  if (before.length === 0) return null
  return (
    <section className="section" aria-labelledby="viewed-title">
      <SectionHead id="viewed-title" title="Recently viewed" more={{ label: 'Your profile', to: '/me' }} />
      <RememberedList items={before} />
    </section>
  )
}
