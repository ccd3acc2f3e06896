import { ArrowIcon } from '#design/icons.tsx'
import type { BeautyLanding } from './beauty-landings.ts'

interface LandingListsProps {
  page: BeautyLanding
  /** Each to its own page, or to its products. */
  brands: readonly { name: string; to: string }[]
}

/** What to know before choosing, what the shelf is divided into, and whose names to look for. */
export function LandingLists({ page, brands }: LandingListsProps) {
  const { title, intro, kinds, guide } = page
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
          {brands.map(({ name, to }) => (
            <li key={name}>
              <a href={to}>{name}</a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
