import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { siteConfig } from '#domain/site-config.ts'
import * as styles from './how-we-choose.module.css'

/** Below every article that shows products: what made us show them, and what did not. */
export function HowWeChoose({ byRule }: { byRule: boolean }) {
  return (
    <aside className={styles.howWeChoose} aria-labelledby="how-we-choose">
      <h2 id="how-we-choose" className={layout.kicker}>
        How we choose
      </h2>
      <p>
        {byRule
          ? 'A rule chose these products from our catalog, and the text says which.'
          : 'An article is written first; products are looked for afterwards. The cards stand in the order their link names, newest or by price.'}{' '}
        They are read from the shops’ catalogs each time this page is made. No shop pays for a place or reads an article
        before you do. {siteConfig.disclosure}{' '}
        <a href="/affiliate-disclosure" className={controls.textLink}>
          How this works
        </a>
      </p>
    </aside>
  )
}
