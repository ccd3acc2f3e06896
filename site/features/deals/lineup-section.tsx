import { type RefObject, useEffect, useRef, useState } from 'react'
import * as controls from '#design/controls.module.css'
import { ArrowIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import * as visitor from '#design/visitor.module.css'
import * as productCardStyles from '#site/features/listing/product-card.module.css'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import * as priceStyles from '#site/features/offer/price.module.css'
import { ProductImage } from '#site/features/offer/product-image.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'
import type { Lineup } from './lineup.ts'
import * as styles from './lineup-section.module.css'
import { Stars } from './parts/stars.tsx'

/** Four columns where there is room; on small screens a carousel that is swiped, scrolled or stepped through. */
export function LineupSection({ lineup }: { lineup: Lineup }) {
  const track = useRef<HTMLDivElement>(null)
  const { brand, products } = lineup
  const { current, step } = useSlides(track, products.length)
  return (
    <section
      className={`${layout.section} ${styles.lineup}`}
      data-part="lineup"
      aria-labelledby="lineup-title"
      aria-roledescription="carousel"
    >
      <SectionHead
        id="lineup-title"
        kicker="In the spotlight"
        title={
          <>
            The Ultimate <em>{brand}</em> Lineup
          </>
        }
      />
      <p className={layout.lede}>
        Highly rated hits and fresh picks, from balm to body mist. {brand} is a house of our own invention: its products
        and ratings show how a lineup looks.
      </p>
      <div className={`${styles.lineupSteps} ${visitor.needsScript}`} data-part="lineup-steps">
        <button
          type="button"
          className={controls.iconButton}
          aria-controls="lineup-track"
          aria-disabled={current === 0}
          onClick={() => step(-1)}
          aria-label="Previous product"
        >
          <ArrowIcon />
        </button>
        <p aria-live="polite">
          <span className={layout.srOnly}>Product </span>
          {current + 1} of {products.length}
        </p>
        <button
          type="button"
          className={controls.iconButton}
          aria-controls="lineup-track"
          aria-disabled={current === products.length - 1}
          onClick={() => step(1)}
          aria-label="Next product"
        >
          <ArrowIcon />
        </button>
      </div>
      <div className={styles.lineupTrack} id="lineup-track" ref={track}>
        {products.map(({ id, image, name, subtitle, price, rating, tags, link }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide of the carousel pattern (WAI-ARIA Authoring Practices)
          <div
            key={id}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${products.length}: ${name}`}
            className={`${productCardStyles.productCard} ${styles.lineupCard}`}
            data-part="product-card lineup-card"
            data-find=""
          >
            <ProductImage src={image} />
            <ul className={styles.lineupTags} aria-label="Tags">
              {tags.map((tag) => (
                <li key={tag} className={controls.badge}>
                  {tag}
                </li>
              ))}
            </ul>
            <h3 className={`${styles.lineupName} ${layout.display}`}>{name}</h3>
            <p className={styles.lineupSubtitle}>{subtitle}</p>
            <Stars rating={rating} />
            <p className={priceStyles.productPrice} data-part="product-price">
              {price}
            </p>
            <OutboundLink
              href={link}
              merchant={brand}
              product={name}
              slot="lineup"
              className={productCardStyles.productOut}
              data-part="product-out"
            />
          </div>
        ))}
      </div>
    </section>
  )
}

/** Which slide is in front, read off the track itself, so that swiping and the buttons never disagree. */
function useSlides(track: RefObject<HTMLDivElement | null>, count: number) {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const element = track.current
    if (!element) return
    const onScroll = () => setCurrent(slideAt(element, count))
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [track, count])
  const step = (by: number) => {
    const slide = track.current?.children[Math.max(0, Math.min(count - 1, current + by))]
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    slide?.scrollIntoView({ behavior: calm ? 'instant' : 'smooth', block: 'nearest', inline: 'start' })
  }
  return { current, step }
}

function slideAt(track: HTMLElement, count: number): number {
  const room = track.scrollWidth - track.clientWidth
  return room > 0 ? Math.round((track.scrollLeft / room) * (count - 1)) : 0
}
