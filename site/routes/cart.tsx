import * as layout from '#design/layout.module.css'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { LazyPart } from '#site/ui/lazy-part.tsx'
import * as messagePageStyles from '#site/ui/message-page.module.css'
import type { Route } from './+types/cart.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Cart',
    description: 'Every purchase is completed at the retailer.',
    path: '/cart',
    siteUrl: siteUrlOf(matches),
    noindex: true,
  })

const ways = [
  { label: 'Deals', to: '/deals', text: 'Prices that really came down' },
  { label: 'Saved items', to: '/me', text: 'What you kept for later' },
  { label: 'New arrivals', to: '/new', text: 'The latest finds, newest first' },
  { label: 'All products', to: '/products', text: 'Filter by category and shop' },
] as const

const savedPreview = async () => (await import('#site/features/own-lists/saved-preview.tsx')).SavedPreview

/** There is nothing to fill: this shop sends its visitors to the shops that sell. */
export default function Cart() {
  return (
    <div className={`${layout.wrap} ${messagePageStyles.notFound}`} data-part="not-found">
      <p className={layout.kicker}>Cart</p>
      <h1 className={`${layout.display} ${layout.pageTitle}`}>
        You pay at <em>the retailer</em>
      </h1>
      <p className={layout.lede}>
        Nothing is sold here. Every product opens at the shop that sells it, in a new tab, and your purchase is
        completed there, at that shop's price and with its own delivery and returns.
      </p>
      <ul className={messagePageStyles.ways} data-part="ways">
        {ways.map(({ label, to, text }) => (
          <li key={to}>
            <a href={to}>
              <span className={layout.display}>{label}</span>
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
      <LazyPart load={savedPreview} />
    </div>
  )
}
