import type { ChangeEvent, ReactNode } from 'react'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import * as visitor from '#design/visitor.module.css'
import { retailerProductsQuery } from '#site/features/amazon/queries.ts'
import * as listingStyles from '#site/features/listing/listing.module.css'
import type { Offer } from '#site/features/offer/offer.ts'
import type { QueryResult } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import * as choiceStyles from '#site/ui/choice.module.css'
import { SectionHead } from '#site/ui/section-head.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import * as styles from './all-products.module.css'
import { OffersBlock } from './offers-block.tsx'
import { bestsellersMeanwhileQuery, type ShopFacts, shopProductsQuery } from './queries.ts'
import { type ShopFilter, type ShopView, shopFilters, shopHref } from './shop-view.ts'

export const gridQuery = ({ filter, category }: ShopView) => shopProductsQuery({ filter, category, limit: 24 })
export const shopAmazonQuery = retailerProductsQuery({ limit: 8 })

interface AllProductsProps {
  view: ShopView
  facts: ShopFacts | undefined
  grid: QueryResult<Offer[]>
  /** Read where nothing says what sells. */
  instead: QueryResult<Offer[]> | null
  amazonProducts: QueryResult<Offer[]>
}

/** The first tab: everything, by chip and category, and eight Amazon products below. */
export function AllProducts({ view, facts, grid, instead, amazonProducts }: AllProductsProps) {
  const offers = useBlock(gridQuery(view), grid)
  const amazonBlock = useBlock(shopAmazonQuery, amazonProducts)
  return (
    <>
      <AllFilters view={view} categories={facts?.categories ?? []} />
      <OffersBlock slot="shop" offers={offers} eager={4} empty={<NothingFound view={view} instead={instead} />} />
      <p className={styles.shopMore}>
        <a
          href={view.category ? `/products?category=${encodeURIComponent(view.category)}` : '/products'}
          className={`${controls.button} ${controls.quiet}`}
        >
          See all products
        </a>
      </p>
      <section aria-labelledby="finds-title" className={layout.section}>
        <SectionHead
          id="finds-title"
          kicker="Finds"
          title="Retailer Finds"
          more={{ label: 'View All', to: '/amazon-deals' }}
        />
        <OffersBlock
          slot="shop-finds"
          offers={amazonBlock}
          errorPrefix="Error loading Amazon products"
          empty={<StateNote kind="empty" title="No Amazon products found." />}
        />
      </section>
    </>
  )
}

function AllFilters({ view, categories }: { view: ShopView; categories: readonly string[] }) {
  const { filter, category } = view
  const apply = (event: ChangeEvent<HTMLSelectElement>) => event.target.form?.requestSubmit()
  const chips = [{ id: null, label: 'All' }, ...shopFilters]
  const known = category && !categories.includes(category) ? [category, ...categories] : categories
  return (
    <div className={styles.shopFilters}>
      <ul className={controls.chips} aria-label="Show">
        {chips.map(({ id, label }) => (
          <li key={label}>
            <a
              href={`${shopHref({ ...view, filter: id })}#products`}
              className={controls.chip}
              aria-current={id === filter || undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
      <search>
        <form action="/shop#products" key={shopHref(view)} className={styles.shopCategoryForm} data-keep-place>
          {filter && <input type="hidden" name="filter" value={filter} />}
          <label className={choiceStyles.choice} data-part="choice">
            <span>Category</span>
            <select name="category" defaultValue={category ?? ''} onChange={apply}>
              <option value="">All Categories</option>
              {known.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className={`${controls.button} ${controls.quiet} ${visitor.withoutScript}`}>
            Apply
          </button>
        </form>
      </search>
    </div>
  )
}

/** Honest about why a list is empty: figures that are not there yet are not made up. */
const nothingYet: Record<ShopFilter, { title: string; text: string }> = {
  bestsellers: {
    title: 'No bestsellers yet',
    text: 'This list counts which finds visitors went on to their shops for in the last thirty days. There are no figures yet.',
  },
  new: { title: 'No products found', text: "Products will appear here once they're added to the database" },
  sale: {
    title: 'Nothing is on sale right now',
    text: 'Only prices that we saw higher ourselves in the last thirty days count as a sale. Right now there are none.',
  },
}

function NothingFound({ view, instead }: Pick<AllProductsProps, 'view' | 'instead'>): ReactNode {
  if (view.category) {
    return (
      <StateNote kind="empty" title="No products found matching your filters.">
        <a href="/shop" className={controls.textLink}>
          Clear filters and try again
        </a>
      </StateNote>
    )
  }
  const { title, text } = nothingYet[view.filter ?? 'new']
  const note = (
    <StateNote kind="empty" title={title} text={text}>
      <a href="/new" className={controls.textLink}>
        See the newest finds
      </a>
    </StateNote>
  )
  if (view.filter !== 'bestsellers' || !instead) return note
  return (
    <>
      <p className={listingStyles.resultCount} data-part="result-count">
        {title}: {text} Until then, these are the prices that fell most.
      </p>
      <Meanwhile loaded={instead} empty={note} />
    </>
  )
}

const Meanwhile = ({ loaded, empty }: { loaded: QueryResult<Offer[]>; empty: ReactNode }) => (
  <OffersBlock slot="shop-meanwhile" offers={useBlock(bestsellersMeanwhileQuery, loaded)} eager={4} empty={empty} />
)
