import type { BeautyLanding } from '../../lib/beauty-landings.ts'
import { brandNamed } from '../../lib/brands.ts'
import { ArrowIcon } from '../ui/icons.tsx'

/** What to know before choosing, what the shelf is divided into, and whose names to look for. */
export function LandingLists({ page: { title, intro, kinds, brands, guide } }: { page: BeautyLanding }) {
  return (
    <div className="landing">
      <div className="landing-intro">
        {intro.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>
          <a href={guide.to} className="more-link">
            Read: {guide.label}
            <ArrowIcon />
          </a>
        </p>
      </div>
      <section aria-labelledby="kinds-title">
        <h2 id="kinds-title" className="kicker">
          {title} categories
        </h2>
        <ul className="ways landing-kinds">
          {kinds.map(({ label, text, search }) => (
            <li key={label}>
              <a href={`/search?q=${encodeURIComponent(search)}`}>
                <span className="display">{label}</span>
                <span>{text}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="landing-brands-title">
        <h2 id="landing-brands-title" className="kicker">
          Featured brands
        </h2>
        <ul className="landing-brands">
          {brands.map((name) => {
            const brand = brandNamed(name)
            return (
              <li key={name}>
                <a href={brand ? `/brands/${brand.slug}` : `/products?brand=${encodeURIComponent(name)}`}>{name}</a>
              </li>
            )
          })}
        </ul>
      </section>
    </div>
  )
}
