import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import * as collectionsStyles from '#site/features/collections/collections.module.css'
import { Art } from '#site/ui/art.tsx'
import * as imageCardStyles from '#site/ui/image-card.module.css'
import { SectionHead } from '#site/ui/section-head.tsx'

const cards = [
  { art: 'skincare', title: 'Skincare', text: 'Calm, clean, well-fed skin', to: '/skincare' },
  { art: 'beauty', title: 'Beauty', text: 'Color with a point of view', to: '/beauty' },
  { art: 'bath-body', title: 'Bath & Body', text: 'The long way through the evening', to: '/bath-body' },
  { art: 'fragrance', title: 'Fragrance', text: 'Scents that stay for dinner', to: '/fragrance' },
] as const

export function BeautyCollections() {
  return (
    <section aria-labelledby="beauty-title" className={layout.section}>
      <SectionHead
        id="beauty-title"
        kicker="Care"
        title="Beauty & Wellness Collections"
        more={{ label: 'View All Beauty & Wellness', to: '/beauty' }}
      />
      <ul className={collectionsStyles.beautyRow} data-part="beauty-row">
        {cards.map(({ art, title, text, to }) => (
          <li key={to}>
            <a href={to} className={imageCardStyles.imageCard}>
              <Art
                name={art}
                widths={[360, 720]}
                sizes="(min-width: 1024px) 24vw, 48vw"
                width={720}
                height={900}
                className={controls.frame}
              />
              <span className={imageCardStyles.imageCardText}>
                <h3 className={layout.display}>{title}</h3>
                <span>{text}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
