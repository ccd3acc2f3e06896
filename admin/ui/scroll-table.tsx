import type { ReactNode } from 'react'
import * as styles from './section.module.css'

interface ScrollTableProps {
  label: string
  /** Below desktops each row is a block, whose cells are named by their data-label: rows with buttons at their end, out of sight. */
  stacks?: boolean
  children: ReactNode
}

/** A table that may be wider than the screen: it is scrolled by itself, by the keyboard too. */
export const ScrollTable = ({ label, stacks, children }: ScrollTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard (WCAG 2.1.1).
  <section className={styles.scroll} aria-label={label} tabIndex={0}>
    <table className={styles.table} data-stacks={stacks ? '' : undefined}>
      {children}
    </table>
  </section>
)
