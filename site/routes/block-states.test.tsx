import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { MoreDeals } from '#site/features/deals/more-deals.tsx'
import { moreDealsQuery } from '#site/features/deals/more-deals-query.ts'
import { RetailerFinds } from '#site/features/home/amazon-products.tsx'
import { CollectionsBlock } from '#site/features/home/collections-block.tsx'
import { FeaturedProducts } from '#site/features/home/featured-products.tsx'
import { Hero } from '#site/features/home/hero.tsx'
import { homeQueries } from '#site/features/home/queries.ts'
import { noFilters, parseListing } from '#site/features/listing/listing.ts'
import { ListingResults } from '#site/features/listing/listing-results.tsx'
import { listingQuery } from '#site/features/listing/products.ts'
import type { PageState } from '#site/ssr/data/page-state.ts'
import { PageData } from '#site/ssr/data/use-query.tsx'

/** A block as the server draws it with these answers. */
function drawn(block: ReactNode, state: PageState): string {
  const element = <PageData state={state}>{block}</PageData>
  const router = createMemoryRouter([{ path: '*', element }])
  return renderToString(<RouterProvider router={router} />)
    .replaceAll('<!-- -->', '')
    .replaceAll('&#x27;', "'")
}

const listing = parseListing(new URLSearchParams())
const query = listingQuery(listing)
const results = <ListingResults slot="deals" base="/all-deals" listing={listing} query={query} />
const emptyPage = {
  ...{ offers: [], total: 0, next: null, previous: null },
  facets: { categories: [], merchants: [], brands: [], prices: [] },
}

test('featured products that failed say so, and where to look [S4.17] [S8.21]', () => {
  const html = drawn(<FeaturedProducts />, { [homeQueries.featured.key]: { error: 'no connection' } })
  expect(html).toContain('Failed to load products')
  expect(html).toContain('Check console for details')
  expect(html).toContain('Try Again')
})

test('no featured products are announced for later [S4.18]', () => {
  const html = drawn(<FeaturedProducts />, { [homeQueries.featured.key]: { data: [] } })
  expect(html).toContain('No products found')
  expect(html).toContain("Products will appear here once they're added to the database")
})

test('featured products that are not there yet are grey cards [S2.4.12]', () => {
  expect(drawn(<FeaturedProducts />, {}).match(/class="product-card"/g)).toHaveLength(8)
})

test('the collections’ block is nothing without collections, and has as many columns as there are, up to four [S4.19]', () => {
  const key = homeQueries.collections.key
  expect(drawn(<CollectionsBlock />, { [key]: { data: [] } })).not.toContain('<section')
  const tile = (id: number) => ({ id: String(id), title: `C${id}`, subtitle: null, path: '/new', image_url: null })
  for (const [count, columns] of [
    [1, 1],
    [3, 3],
    [4, 4],
    [6, 4],
  ] as const) {
    const html = drawn(<CollectionsBlock />, { [key]: { data: Array.from({ length: count }, (_, id) => tile(id)) } })
    expect(html).toContain(`data-columns="${columns}"`)
  }
})

test('the retailer’s finds are hidden entirely when there are none, and say that they failed [S2.4.8] [S8.22]', () => {
  const key = homeQueries.retailer.key
  expect(drawn(<RetailerFinds />, { [key]: { data: [] } })).not.toContain('Top Retailer Finds')
  const failed = drawn(<RetailerFinds />, { [key]: { error: 'Failed to fetch products' } })
  expect(failed).toContain('Error loading Amazon products: Failed to fetch products')
})

test('the hero stands on its defaults when the settings cannot be read [S2.4.1] [S4.20] [S8.20]', () => {
  const html = drawn(<Hero />, { [homeQueries.hero.key]: { error: 'Failed to fetch settings' } })
  expect(html).toContain('Browse Skincare Deals')
  expect(html).toContain('Premium Skincare Products')
})

test('a grid of deals that failed says why, and one without a match leads back to all [S8.23]', () => {
  expect(drawn(results, { [query.key]: { error: 'Unknown error' } })).toContain('Error loading products: Unknown error')
  const filtered = { ...listing, ...noFilters, categories: ['Submarines'] }
  const own = listingQuery(filtered)
  const html = drawn(<ListingResults slot="deals" base="/all-deals" listing={filtered} query={own} />, {
    [own.key]: { data: emptyPage },
  })
  expect(html).toContain('No products found matching your filters.')
  expect(html).toContain('Clear filters and try again')
})

test('a page beyond the end of a list leads to its first, with the filters kept', () => {
  const beyond = { ...listing, ...noFilters, categories: ['Beauty'], page: 9 }
  const own = listingQuery(beyond)
  const html = drawn(<ListingResults slot="deals" base="/all-deals" listing={beyond} query={own} />, {
    [own.key]: { data: emptyPage },
  })
  expect(html).toContain('These pages end earlier.')
  expect(html).toContain('href="/all-deals?category=Beauty"')
  expect(html).not.toContain('matching your filters')
})

test('the deals’ search that failed says why, and offers to try again', () => {
  const search = { text: '', page: 1 }
  const html = drawn(<MoreDeals base="/all-deals" listing={listing} search={search} leaveOut={[]} />, {
    [moreDealsQuery(search).key]: { error: 'no connection' },
  })
  expect(html).toContain('Error loading results: no connection')
  expect(html).toContain('Try Again')
})
