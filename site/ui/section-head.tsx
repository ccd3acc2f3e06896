import type { ReactNode } from 'react'
import * as controls from '#design/controls.module.css'
import { ArrowIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import * as styles from './section-head.module.css'

interface SectionHeadProps {
  id: string
  kicker?: string
  title: ReactNode
  more?: { label: string; to: string }
}

/** A rule, a title and the way to the whole of it: how every section of the magazine begins. */
export function SectionHead({ id, kicker, title, more }: SectionHeadProps) {
  return (
    <div className={styles.sectionHead}>
      <div>
        {kicker && <p className={layout.kicker}>{kicker}</p>}
        <h2 id={id} className={`${layout.display} ${layout.sectionTitle}`}>
          {title}
        </h2>
      </div>
      {more && (
        <a href={more.to} className={controls.moreLink}>
          {more.label}
          <ArrowIcon />
        </a>
      )}
    </div>
  )
}
