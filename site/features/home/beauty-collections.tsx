import { Art } from '#site/ui/art.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'

const cards = [
  { art: 'skincare', title: 'Skincare', text: 'Calm, clean, well-fed skin', to: '/skincare' },
  { art: 'beauty', title: 'Beauty', text: 'Color with a point of view', to: '/beauty' },
  { art: 'bath-body', title: 'Bath & Body', text: 'The long way through the evening', to: '/bath-body' },
  { art: 'fragrance', title: 'Fragrance', text: 'Scents that stay for dinner', to: '/fragrance' },
] as const

export function BeautyCollections() {
  return (
    <section aria-labelledby="beauty-title" className="section">
      <SectionHead
        id="beauty-title"
        kicker="Care"
        title="Beauty & Wellness Collections"
        more={{ label: 'View All Beauty & Wellness', to: '/beauty' }}
      />
      <ul className="beauty-row">
        {cards.map(({ art, title, text, to }) => (
          <li key={to}>
            <a href={to} className="picture-card">
              <Art
                name={art}
                widths={[360, 720]}
                sizes="(min-width: 1024px) 24vw, 48vw"
                width={720}
                height={900}
                className="frame"
              />
              <span className="picture-card-text">
                <h3 className="display">{title}</h3>
                <span>{text}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
