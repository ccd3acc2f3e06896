import { footerColumns } from '#domain/navigation.ts'
import { siteConfig } from '#domain/site-config.ts'
import { NewsletterCard } from '#site/features/newsletter/newsletter-card.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export function Footer() {
  return (
    <footer className="site-footer">
      <div className="wrap footer-top">
        <NewsletterCard />
        <nav className="footer-columns" aria-label="Footer">
          {footerColumns.map((column) => (
            <div key={column.label}>
              <h2 className="kicker">{column.label}</h2>
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
      <div className="wrap wordmark display" data-name={siteConfig.name} aria-hidden="true" />
      <div className="wrap footer-base">
        <p className="footer-disclosure">{siteConfig.disclosure}</p>
        <ul className="footer-social">
          {siteConfig.social.map(({ name, url }) => (
            <li key={name}>
              <a href={url} target="_blank" rel="noopener">
                {name}
                <span className="sr-only"> (opens in a new tab)</span>
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
