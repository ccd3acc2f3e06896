import type { ReactNode } from 'react'
import * as layout from '#design/layout.module.css'
import { Art } from '#site/ui/art.tsx'
import * as styles from './deals-head.module.css'

interface DealsHeadProps {
  kicker: string
  title: ReactNode
  intro: string
  art: string
  /** The head's buttons. */
  children?: ReactNode
}

/** The opening spread of a deals page: words on the left, one image on the right. */
export function DealsHead({ kicker, title, intro, art, children }: DealsHeadProps) {
  return (
    <header className={styles.dealsHead}>
      <div className={`${layout.wrap} ${styles.dealsHeadGrid}`}>
        <div className={styles.dealsHeadText}>
          <p className={layout.kicker}>{kicker}</p>
          <h1 className={`${layout.display} ${layout.pageTitle}`}>{title}</h1>
          <p className={layout.lede}>{intro}</p>
          {children && <div className={styles.dealsActions}>{children}</div>}
        </div>
        <Art
          name={art}
          widths={[360, 720]}
          sizes="(min-width: 64rem) 30vw, (min-width: 48rem) 40vw, 100vw"
          width={720}
          height={900}
          className={styles.dealsHeadArt}
          first
        />
      </div>
    </header>
  )
}
