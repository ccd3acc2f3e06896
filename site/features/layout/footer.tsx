import * as layout from '#design/layout.module.css'
import { footerColumns } from '#domain/navigation.ts'
import { siteConfig } from '#domain/site-config.ts'
import { NewsletterCard } from '#site/features/newsletter/newsletter-card.tsx'
import * as styles from './footer.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

export function Footer() {
  return (
    <footer className={styles.siteFooter} data-part="site-footer">
      <div className={`${layout.wrap} ${styles.footerTop}`}>
        <NewsletterCard />
        <nav className={styles.footerColumns} aria-label="Footer">
          {footerColumns.map((column) => (
            <div key={column.label}>
              <h2 className={layout.kicker}>{column.label}</h2>
              <ul>
                {column.links.map((link) => (
                  <li key={link.to}>
                    <a href={link.to}>{link.label}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <div
        className={`${layout.wrap} ${styles.wordmark} ${layout.display}`}
        data-name={siteConfig.name}
        aria-hidden="true"
      />
      <div className={`${layout.wrap} ${styles.footerBase}`} data-part="footer-base">
        <p className={styles.footerDisclosure}>{siteConfig.disclosure}</p>
        <ul className={styles.footerSocial}>
          {siteConfig.social.map(({ name, url }) => (
            <li key={name}>
              <a href={url} target="_blank" rel="noopener">
                {name}
                <span className={layout.srOnly}> (opens in a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
        <ThemeSwitch />
        {/* The server's year stays, also where the visitor's clock says another. */}
        <p suppressHydrationWarning>{`© ${copyrightYears(new Date().getUTCFullYear())} ${siteConfig.name}`}</p>
      </div>
    </footer>
  )
}

const copyrightYears = (now: number) =>
  now > siteConfig.copyrightYear ? `${siteConfig.copyrightYear}–${now}` : siteConfig.copyrightYear
