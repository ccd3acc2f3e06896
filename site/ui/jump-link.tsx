import type { ReactNode } from 'react'
import * as controls from '#design/controls.module.css'
import { scrollToSection } from './scroll-to-section.ts'

interface JumpLinkProps {
  /** Id of a section of this page. */
  to: string
  className?: string
  children: ReactNode
}

/** A button's look, a link's nature: it leads to a section of the page, with and without script. */
export function JumpLink({ to, className = `${controls.button} ${controls.large}`, children }: JumpLinkProps) {
  return (
    <a
      href={`#${to}`}
      className={className}
      onClick={(event) => {
        if (scrollToSection(to)) event.preventDefault()
      }}
    >
      {children}
    </a>
  )
}
