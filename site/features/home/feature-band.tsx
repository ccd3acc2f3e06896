import { type ReactNode, useId } from 'react'
import * as controls from '#design/controls.module.css'
import { ArrowIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import { Art } from '#site/ui/art.tsx'
import * as styles from './feature-band.module.css'

interface FeatureBandProps {
  art: string
  kicker: string
  title: ReactNode
  text: string
  link: { label: string; to: string }
  dark?: boolean
}

/** A full-width spread between two parts of the page. */
export function FeatureBand({ art, kicker, title, text, link, dark = false }: FeatureBandProps) {
  const id = useId()
  return (
    <section className={styles.band} data-dark={dark || undefined} aria-labelledby={id}>
      <Art name={art} widths={[720, 1440]} sizes="100vw" width={1600} height={900} className={styles.bandArt} />
      <div className={`${layout.wrap} ${styles.bandText}`}>
        <p className={layout.kicker}>{kicker}</p>
        <h2 id={id} className={`${layout.display} ${styles.bandTitle}`}>
          {title}
        </h2>
        <p className={layout.lede}>{text}</p>
        <a href={link.to} className={controls.button}>
          {link.label}
          <ArrowIcon />
        </a>
      </div>
    </section>
  )
}
