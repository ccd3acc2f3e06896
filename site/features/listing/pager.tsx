import * as controls from '#design/controls.module.css'
import { type Listing, lastOffsetPage, listingHref, pageNumbers, pageSize } from './listing.ts'
import type { ListingPage } from './listing-page.ts'
import * as styles from './pager.module.css'

interface PagerProps {
  base: string
  listing: Listing
  page: ListingPage
  /** Where on the page the list is, when it is not the whole of it. */
  hash?: string
}

/** The pages of a product list; far in, only the neighbours are known, by where they begin. */
export function Pager({ base, listing, page: { previous, next, total }, hash = '' }: PagerProps) {
  if (!previous && !next) return null
  const pages = Math.max(Math.ceil(total / pageSize), listing.page)
  const last = pages <= lastOffsetPage + 1 ? pages : listing.page + (next ? 1 : 0)
  const href = (page: number) => {
    if (next && page === next.page) return listingHref(base, listing, next)
    if (previous && page === previous.page) return listingHref(base, listing, previous)
    return listingHref(base, listing, { page })
  }
  return <PageSteps page={listing.page} last={last} href={(page) => href(page) + hash} hasNext={next !== null} />
}

interface PageStepsProps {
  page: number
  last: number
  href: (page: number) => string
  hasNext?: boolean
  label?: string
}

/** Previous, the numbers, next. */
export function PageSteps({ page, last, href, hasNext = page < last, label = 'Pages' }: PageStepsProps) {
  return (
    <nav className={styles.pager} data-part="pager" aria-label={label}>
      <Step label="Previous" rel="prev" href={page > 1 ? href(page - 1) : null} />
      <ol>
        {pageNumbers(page, last).map((number, index, all) => (
          <li key={number === 'gap' ? `after ${all[index - 1]}` : number}>
            {number === 'gap' ? (
              <span aria-hidden="true">…</span>
            ) : (
              <a href={href(number)} aria-label={`Page ${number}`} aria-current={number === page ? 'page' : undefined}>
                {number}
              </a>
            )}
          </li>
        ))}
      </ol>
      <Step label="Next" rel="next" href={hasNext ? href(page + 1) : null} />
    </nav>
  )
}

function Step({ label, href, rel }: { label: string; href: string | null; rel: string }) {
  if (!href) {
    return (
      <button type="button" className={`${controls.button} ${controls.quiet}`} disabled>
        {label}
      </button>
    )
  }
  return (
    <a href={href} rel={rel} className={`${controls.button} ${controls.quiet}`}>
      {label}
    </a>
  )
}
