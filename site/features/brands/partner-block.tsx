import { siteConfig } from '#domain/site-config.ts'

export const PartnerBlock = () => (
  <section className="partner" aria-labelledby="partner-title">
    <p className="kicker">For brands</p>
    <h2 id="partner-title" className="display section-title">
      Become a Partner
    </h2>
    <p>
      You make something that our readers would keep? Tell us what it is, who it is for and where it is sold. We answer
      everyone; we feature what we would buy ourselves.
    </p>
    <p className="banner-actions">
      <a href={`mailto:${siteConfig.email.partnerships}`} className="button">
        Write to us
      </a>
      <a href="/contact" className="button quiet">
        Use the contact form
      </a>
    </p>
  </section>
)
