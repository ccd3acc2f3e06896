import * as layout from '#design/layout.module.css'
import { savedItems, subscribeSaved } from '#site/features/saved/saved-items.ts'
import { SectionHead } from '#site/ui/section-head.tsx'
import { RememberedList } from './remembered-list.tsx'
import { useStored } from './use-stored.ts'

/** The latest saved items, on pages that are about something else. */
export function SavedPreview() {
  const saved = useStored({ list: savedItems, subscribe: subscribeSaved })
  if (saved.length === 0) return null
  return (
    <section className={`${layout.section} ${layout.compact}`} aria-labelledby="saved-title">
      <SectionHead id="saved-title" title="Your saved items" more={{ label: 'View All', to: '/me' }} />
      <RememberedList items={saved.slice(0, 6)} />
    </section>
  )
}
