import { pageMeta, siteUrlOf } from '../lib/seo.ts'
import type { Route } from './+types/cart.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Cart',
    description: 'Every purchase is completed at the retailer.',
    path: '/cart',
    siteUrl: siteUrlOf(matches),
    noindex: true,
  })

/** There is nothing to fill: this shop sends its visitors to the shops that sell. */
export default function Cart() {
  return (
    <div className="wrap not-found">
      <p className="kicker">Cart</p>
      <h1 className="display page-title">
        You pay at <em>the retailer</em>
      </h1>
      <p className="lede">
        Nothing is sold here. Every product opens at the shop that sells it, in a new tab, and your purchase is
        completed there, at that shop's price and with its own delivery and returns.
      </p>
      <ul className="ways">
        <li>
          <a href="/products">
            <span className="display">All products</span>
            <span>Filter by category and shop</span>
          </a>
        </li>
        <li>
          <a href="/new">
            <span className="display">New arrivals</span>
            <span>The latest finds, newest first</span>
          </a>
        </li>
      </ul>
    </div>
  )
}
