import type { ReactNode } from 'react'
import * as layout from '#design/layout.module.css'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { type Block, blockData } from '#site/ssr/data/use-block.ts'
import * as listingStyles from './listing.module.css'
import { type Listing, pageSize } from './listing.ts'
import { countText } from './listing-count.ts'
import { ListingData } from './listing-data.tsx'
import { ListingBar, ListingFilters } from './listing-filters.tsx'
import type { ListingPage } from './listing-page.ts'
import { ListingResults } from './listing-results.tsx'
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
}

/** A product list: heading, filters, count, grid, pages. All of its state is in the address. */
export function ListingScreen({ base, listing, page, kicker, title, intro, name }: ListingScreenProps) {
  const data = blockData(page)
  const { chosen, apply } = useChoice(base, listing)
  return (
    <div className={`${layout.wrap} ${listingStyles.listing}`} data-part="listing">
      <header className={layout.pageHead}>
        <p className={layout.kicker}>{kicker}</p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>{title}</h1>
        <p className={layout.lede}>{intro}</p>
      </header>
      <DisclosureLine />
      <div className={listingStyles.listingBody}>
        <ListingFilters
          base={base}
          listing={listing}
          chosen={chosen}
          apply={apply}
          facets={data?.facets}
          total={data?.total}
          withCategory
        />
        <div className={listingStyles.listingMain}>
          <ListingBar
            base={base}
            listing={listing}
            chosen={chosen}
            apply={apply}
            count={data && countText(data.total, listing)}
          />
          <ListingResults base={base} listing={listing} page={page} eager={4} slot="list" />
        </div>
      </div>
      <ListingData
        path={base}
        name={name ?? (typeof title === 'string' ? title : kicker)}
        offers={data?.offers}
        before={(listing.page - 1) * pageSize}
      />
    </div>
  )
}
