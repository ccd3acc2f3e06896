import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import * as controls from '#design/controls.module.css'
import { ArrowIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import { siteConfig } from '#domain/site-config.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { Art } from '#site/ui/art.tsx'
import { ResponsiveImage } from '#site/ui/responsive-image.tsx'
import { scrollToSection } from '#site/ui/scroll-to-section.ts'
import * as styles from './hero.module.css'
import { defaultHero, type HeroSettings } from './homepage-settings.ts'

/** The cover. Settings that cannot be read leave the defaults. */
export function Hero({ settings }: { settings: QueryResult<HeroSettings> }) {
  const data = dataOf(settings) ?? defaultHero
  const navigate = useNavigate()

  const toDeals = (event: MouseEvent) => {
    event.preventDefault()
    if (!scrollToSection('deals')) navigate('/all-deals')
  }

  return (
    <section className={styles.hero} data-part="hero">
      <div className={`${layout.wrap} ${styles.heroGrid}`}>
        <div className={styles.heroText}>
          <p className={styles.heroBadge}>{data.badge}</p>
          <h1 className={`${layout.display} ${styles.heroTitle}`}>{data.title}</h1>
          <p className={layout.lede}>{data.subtitle}</p>
          {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place; the handler only covers pages without that place */}
          <a href="#deals" className={`${controls.button} ${controls.large}`} onClick={toDeals}>
            {data.buttonText}
            <ArrowIcon />
          </a>
        </div>
        <div className={styles.heroArt}>
          {data.image ? (
            <ResponsiveImage
              src={data.image}
              sizes="(min-width: 768px) 46vw, 100vw"
              widths={[640, 1280]}
              width={960}
              height={1080}
              fetchPriority="high"
            />
          ) : (
            <Art
              name="hero"
              widths={[750, 960, 1440]}
              sizes="(min-width: 768px) 46vw, 100vw"
              width={960}
              height={1080}
              first
            />
          )}
          <p className={styles.heroFolio} aria-hidden="true">
            The {siteConfig.contentYear} edit
          </p>
        </div>
      </div>
    </section>
  )
}
