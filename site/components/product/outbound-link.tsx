import type { ReactNode } from 'react'
import { OutIcon } from '../ui/icons.tsx'

interface OutboundLinkProps {
  href: string
  merchant: string
  /** What is behind the link, for those who hear it instead of seeing the card around it. */
  product: string
  className?: string
  children?: ReactNode
}

/**
 * The only way a paid link is written: marked as sponsored for search engines, in a new tab, the shop named in sight,
 * and once for screen readers with the product and the new tab.
 */
export function OutboundLink({ href, merchant, product, className, children }: OutboundLinkProps) {
  const address = safeAddress(href)
  if (!address) return null
  return (
    <a href={address} target="_blank" rel="sponsored nofollow noopener" className={className}>
      {children ?? `Shop at ${merchant}`}
      <span className="sr-only">
        : {product} (opens {merchant} in a new tab)
      </span>
      <OutIcon />
    </a>
  )
}

/** Feeds are other people's text: only web addresses become links. */
export function safeAddress(href: string): string | null {
  if (!URL.canParse(href)) return null
  const { protocol } = new URL(href)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
