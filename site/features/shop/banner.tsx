import type { ReactNode } from 'react'
import * as layout from '#design/layout.module.css'
import { Art } from '#site/ui/art.tsx'
import * as styles from './banner.module.css'

interface BannerProps {
  art: string
  kicker: string
  title: ReactNode
  text: string
  children?: ReactNode
}

/** Images that are dark where the words stand. */
const darkArt: ReadonlySet<string> = new Set(['fragrance-wide', 'jewelry'])

/** The head of a page with an image of its own: the words beside it, under it on phones. */
export function Banner({ art, kicker, title, text, children }: BannerProps) {
  return (
    <header className={styles.banner} data-part="banner" data-dark={darkArt.has(art) || undefined}>
      <Art name={art} widths={[720, 1440]} sizes="100vw" width={1600} height={900} className={styles.bannerArt} first />
      <div className={`${layout.wrap} ${styles.bannerText}`}>
        <p className={layout.kicker}>{kicker}</p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>{title}</h1>
        <p className={layout.lede}>{text}</p>
        {children}
      </div>
    </header>
  )
}
