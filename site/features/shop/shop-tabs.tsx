import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { productCap } from './queries.ts'
import * as styles from './shop-tabs.module.css'
import { type ShopTab, shopHref, shopTabs } from './shop-view.ts'

/** The sources of the shop. Links, not buttons: each has an address, and none needs script. */
export function ShopTabs({ current, count }: { current: ShopTab; count: number | undefined }) {
  return (
    <nav className={styles.shopTabs} aria-label="Shop">
      <ul>
        {shopTabs.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`${shopHref({ tab: id, filter: null, category: null })}#products`}
              aria-current={id === current ? 'page' : undefined}
            >
              {label}
              {id === 'all' && count !== undefined && (
                <span className={styles.countBadge} data-part="count-badge">
                  {countBadge(count)}
                  <span className={layout.srOnly}> products</span>
                </span>
              )}
              {id === 'shopify' && <span className={controls.badge}>New</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const countBadge = (count: number): string =>
  count > productCap ? `${productCap.toLocaleString('en-US')}+` : count.toLocaleString('en-US')
