import type { ReactNode } from 'react'
import { safeAddress } from '#domain/safe-address.ts'
import * as controls from './controls.module.css'

interface OuterLinkProps {
  href: string | null
  /** Its words; the address where it is left out. */
  children?: ReactNode
}

/** Somebody else's address as a link to it; one that a browser would not open safely is only words. */
export function OuterLink({ href, children = href }: OuterLinkProps) {
  const address = safeAddress(href)
  if (!address) return children
  return (
    <a className={controls.link} href={address} target="_blank" rel="noreferrer nofollow">
      {children}
    </a>
  )
}
