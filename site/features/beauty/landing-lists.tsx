import * as controls from '#design/controls.module.css'
import { ArrowIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import * as messagePageStyles from '#site/ui/message-page.module.css'
import type { BeautyLanding } from './beauty-landings.ts'
import * as styles from './landing-lists.module.css'

interface LandingListsProps {
  page: BeautyLanding
  /** Each to its own page, or to its products. */
  brands: readonly { name: string; to: string }[]
}

/** What to know before choosing, what the shelf is divided into, and whose names to look for. */
export function LandingLists({ page, brands }: LandingListsProps) {
  const { title, intro, kinds, guide } = page
  return (
    <div className={styles.landing}>
      <div className={styles.landingIntro} data-part="landing-intro">
        {intro.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>
          <a href={guide.to} className={controls.moreLink}>
            Read: {guide.label}
            <ArrowIcon />
          </a>
        </p>
      </div>
      <section aria-labelledby="kinds-title">
        <h2 id="kinds-title" className={layout.kicker}>
          {title} categories
        </h2>
        <ul className={`${messagePageStyles.ways} ${styles.landingKinds}`} data-part="ways">
          {kinds.map(({ label, text, search }) => (
            <li key={label}>
              <a href={`/search?q=${encodeURIComponent(search)}`}>
                <span className={layout.display}>{label}</span>
                <span>{text}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="landing-brands-title">
        <h2 id="landing-brands-title" className={layout.kicker}>
          Featured brands
        </h2>
        <ul className={styles.landingBrands}>
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
