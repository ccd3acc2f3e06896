import type { ListingPage } from '../../data/products.ts'
import { countCap, type Listing, lastOffsetPage, listingHref, pageNumbers, pageSize } from '../../lib/listing.ts'

interface PagerProps {
  base: string
  listing: Listing
  page: ListingPage
}

/** Previous, the numbers, next. Hidden when there is one page or none. */
export function Pager({ base, listing, page }: PagerProps) {
  const { previous, next, total } = page
  if (!previous && !next) return null
  const counted = total <= countCap
  const last = counted ? Math.max(Math.ceil(total / pageSize), listing.page) : Math.max(lastOffsetPage, listing.page)
  return (
    <nav className="pager" aria-label="Pages">
      <Step label="Previous" href={previous && listingHref(base, listing, previous)} rel="prev" />
      <ol>
        {pageNumbers(listing.page, counted ? last : listing.page + (next ? 1 : 0)).map((number, index, all) => (
          <li key={number === 'gap' ? `gap after ${all[index - 1]}` : number}>
            {number === 'gap' ? (
              <span aria-hidden="true">…</span>
            ) : (
              <a
                href={
                  number === listing.page + 1 && next
                    ? listingHref(base, listing, next)
                    : listingHref(base, listing, { page: number })
                }
                aria-label={`Page ${number}`}
                aria-current={number === listing.page ? 'page' : undefined}
              >
                {number}
              </a>
            )}
          </li>
        ))}
      </ol>
      <Step label="Next" href={next && listingHref(base, listing, next)} rel="next" />
    </nav>
  )
}

function Step({ label, href, rel }: { label: string; href: string | null; rel: string }) {
  if (!href)
    return (
      <span className="button quiet" aria-disabled="true">
        {label}
      </span>
    )
  return (
    <a href={href} rel={rel} className="button quiet">
      {label}
    </a>
  )
}
