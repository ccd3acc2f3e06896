import type { ReactNode } from 'react'
import * as layout from '#design/layout.module.css'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { type Block, blockData } from '#site/ssr/data/use-block.ts'
import { Breadcrumbs, type Crumb } from '#site/ui/breadcrumbs.tsx'
import * as listingStyles from './listing.module.css'
import { type Listing, pageSize } from './listing.ts'
import { countText } from './listing-count.ts'
import { ListingData } from './listing-data.tsx'
import { type FixedFilter, ListingBar, ListingFilters } from './listing-filters.tsx'
import type { ListingPage } from './listing-page.ts'
import { ListingResults } from './listing-results.tsx'
import { CompareBar } from './product-compare.tsx'
import { useChoice } from './use-choice.ts'

interface ListingScreenProps {
  base: string
  listing: Listing
  page: Block<ListingPage>
  kicker: string
  title: ReactNode
  intro: string
  /** The page's name in the way back to it, where its title is more than words. */
  name?: string
  /** The page above it, where that is not the home page: shown as a way back. */
  parent?: Crumb
  /** What the page itself sets. */
  fixed?: FixedFilter
  /** The list's name in the count of clicks. */
  slot?: string
  /** Said where there is nothing at all. */
  empty?: ReactNode
  /** Beside the title: decoration. */
  mark?: ReactNode
  /** Between the disclosure and the list. */
  children?: ReactNode
}

/** A product list: heading, filters, count, grid, pages. All of its state is in the address. */
export function ListingScreen({ base, listing, page, kicker, title, intro, ...more }: ListingScreenProps) {
  const { parent, fixed, slot = 'list', mark, empty, children } = more
  const name = more.name ?? (typeof title === 'string' ? title : kicker)
  const data = blockData(page)
  return (
    <div className={`${layout.wrap} ${listingStyles.listing}`} data-part="listing">
      {parent && <Breadcrumbs crumbs={[{ label: 'Home', path: '/' }, parent, { label: name, path: base }]} />}
      <header
        className={`${layout.pageHead} ${parent ? listingStyles.belowCrumbs : ''} ${mark ? listingStyles.withMark : ''}`}
      >
        {mark}
        <p className={layout.kicker}>{kicker}</p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>{title}</h1>
        <p className={layout.lede}>{intro}</p>
      </header>
      <DisclosureLine />
      {children}
      <ListingBody {...{ base, listing, page, fixed, slot, empty }} />
      <ListingData
        path={base}
        name={name}
        parent={parent}
        offers={data?.offers}
        before={(listing.page - 1) * pageSize}
      />
    </div>
  )
}

type ListingBodyProps = Pick<ListingScreenProps, 'base' | 'listing' | 'page' | 'fixed' | 'empty'> & { slot: string }

/** The list itself: filters, count and order, cards, pages. */
export function ListingBody({ base, listing, page, fixed, slot, empty }: ListingBodyProps) {
  const data = blockData(page)
  const { chosen, apply } = useChoice(base, listing)
  const choice = { base, listing, chosen, apply }
  return (
    <div className={listingStyles.listingBody}>
      <ListingFilters {...choice} facets={data?.facets} total={data?.total} fixed={fixed} />
      <div className={listingStyles.listingMain}>
        <ListingBar {...choice} facets={data?.facets} count={data && countText(data.total, listing)} />
        <ListingResults {...{ base, listing, page, slot, empty }} eager={4} />
        <CompareBar />
      </div>
    </div>
  )
}
