import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { siteConfig } from '#domain/site-config.ts'
import * as bannerStyles from '#site/features/shop/banner.module.css'
import * as styles from './partner-block.module.css'

export const PartnerBlock = () => (
  <section className={styles.partner} aria-labelledby="partner-title">
    <p className={layout.kicker}>For brands</p>
    <h2 id="partner-title" className={`${layout.display} ${layout.sectionTitle}`}>
      Become a Partner
    </h2>
    <p>
      You make something that our readers would keep? Tell us what it is, who it is for and where it is sold. We answer
      everyone; we feature what we would buy ourselves.
    </p>
    <p className={bannerStyles.bannerActions} data-part="banner-actions">
      <a href={`mailto:${siteConfig.email.partnerships}`} className={controls.button}>
        Write to us
      </a>
      <a href="/contact" className={`${controls.button} ${controls.quiet}`}>
        Use the contact form
      </a>
    </p>
  </section>
)
