import { type ReactNode, useId } from 'react'
import * as controls from '../ui/controls.module.css'
import * as styles from './list.module.css'

interface PopoverProps {
  label: ReactNode
  title: string
  children: ReactNode
}

/** The browser's own: Escape and a click beside it close it, and the focus comes back. */
export function Popover({ label, title, children }: PopoverProps) {
  const id = useId()
  return (
    <>
      <button type="button" className={controls.button} data-quiet="" data-small="" popoverTarget={id}>
        {label}
      </button>
      <div id={id} popover="auto" className={styles.popover} role="dialog" aria-label={title}>
        {children}
      </div>
    </>
  )
}
