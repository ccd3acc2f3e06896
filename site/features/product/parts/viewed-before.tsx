import type { ReactNode } from 'react'
import * as layout from '#design/layout.module.css'
import type { Offer } from '#site/features/offer/offer.ts'
import { RememberedList } from '#site/features/own-lists/remembered-list.tsx'
import { noteView } from '#site/features/saved/viewed-items.ts'
import { SectionHead } from '#site/ui/section-head.tsx'

/** A row of cards; more stand on the profile page. */
const shown = 6

export function viewedBefore(offer: Offer): ReactNode {
  const before = noteView(offer).slice(0, shown)
  if (before.length === 0) return null
  return (
    <section className={layout.section} aria-labelledby="viewed-title">
      <SectionHead id="viewed-title" title="Recently viewed" more={{ label: 'Your profile', to: '/me' }} />
      <RememberedList items={before} />
    </section>
  )
}
