import type { ReactNode } from 'react'
import * as styles from './section.module.css'

/** A table that may be wider than the screen: it is scrolled by itself, by the keyboard too. */
export const ScrollTable = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard (WCAG 2.1.1).
  <section className={styles.scroll} aria-label={label} tabIndex={0}>
    <table className={styles.table}>{children}</table>
  </section>
)
