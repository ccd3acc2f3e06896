import type { ReactNode } from 'react'
import { OutIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import { webAddress } from '#domain/safe-address.ts'
import { withSubId } from '#domain/sub-id.ts'

interface OutboundLinkProps {
  href: string
  merchant: string
  /** What is behind the link, for those who hear it instead of seeing the card around it. */
  product: string
  /** For the count of clicks; Amazon products are not among ours and have none. */
  productId?: number
  /** Where on the site the link stands, for the same count and for the network's report: a short word. */
  slot: string
  /** The network the offer came from, where it is known. */
  source?: string | null
  className?: string
  'data-part'?: string
  children?: ReactNode
}

/**
 * The only way a paid link is written: marked as sponsored for search engines, in a new tab, the shop named in sight,
 * and once for screen readers with the product and the new tab. A click on it is counted by its data attributes.
 */
export function OutboundLink(props: OutboundLinkProps) {
  const { href, merchant, product, productId, slot, source, className, children } = props
  const address = webAddress(href)
  if (!address) return null
  return (
    <a
      href={withSubId(address, slot, source)}
      target="_blank"
      rel="sponsored nofollow noopener"
      className={className}
      data-part={props['data-part']}
      data-outbound={slot}
      data-product={productId}
      data-merchant={merchant}
    >
      {children ?? `Shop at ${merchant}`}
      <span className={layout.srOnly}>{`: ${product} (opens ${merchant} in a new tab)`}</span>
      <OutIcon />
    </a>
  )
}
