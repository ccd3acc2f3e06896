import { productCap } from './queries.ts'
import { type ShopTab, shopHref, shopTabs } from './shop-view.ts'

/** The sources of the shop. Links, not buttons: each has an address, and none needs script. */
export function ShopTabs({ current, count }: { current: ShopTab; count: number | undefined }) {
  return (
    <nav className="shop-tabs" aria-label="Shop">
      <ul>
        {shopTabs.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`${shopHref({ tab: id, filter: null, category: null })}#products`}
              aria-current={id === current ? 'page' : undefined}
            >
              {label}
              {id === 'all' && count !== undefined && (
                <span className="count-badge">
                  {countBadge(count)}
                  <span className="sr-only"> products</span>
                </span>
              )}
              {id === 'shopify' && <span className="badge">New</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const countBadge = (count: number): string =>
  count > productCap ? `${productCap.toLocaleString('en-US')}+` : count.toLocaleString('en-US')
