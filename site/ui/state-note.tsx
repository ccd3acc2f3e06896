import type { ReactNode } from 'react'
import * as layout from '#design/layout.module.css'
import * as styles from './state-note.module.css'

interface StateNoteProps {
  kind: 'empty' | 'error'
  title: string
  text?: string
  /** When it stands for the whole page, its title is the page's heading. */
  heading?: boolean
  children?: ReactNode
}

/** What a block says instead of its content: nothing there, or something failed, and what to do next. */
export function StateNote({ kind, title, text, heading = false, children }: StateNoteProps) {
  const Title = heading ? 'h1' : 'p'
  return (
    <div className={styles.stateNote} data-part="state-note" role={kind === 'error' ? 'alert' : undefined}>
      <Title className={`${layout.display} ${styles.stateTitle}`}>{title}</Title>
      {text && <p>{text}</p>}
      {children && (
        <p className={styles.stateActions} data-part="state-actions">
          {children}
        </p>
      )}
    </div>
  )
}
