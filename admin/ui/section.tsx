import type { ReactNode } from 'react'
import * as styles from './section.module.css'

interface SectionProps {
  /** Its address on the screen: the sidebar leads here. */
  id?: string
  title: string
  note?: string
  /** The way to the screen that has all of it. */
  more?: ReactNode
  children: ReactNode
}

/** Around what is no table. */
export const SectionBody = ({ children }: { children: ReactNode }) => <div className={styles.body}>{children}</div>

export const Section = ({ id, title, note, more, children }: SectionProps) => (
  <section id={id} className={styles.section} tabIndex={id ? -1 : undefined} aria-label={title}>
    <header className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      {note && <p className={styles.note}>{note}</p>}
      {more && <p className={styles.more}>{more}</p>}
    </header>
    {children}
  </section>
)
