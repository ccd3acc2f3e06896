import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { MoreDeals } from '#site/features/deals/more-deals.tsx'
import { AmazonProducts } from '#site/features/home/amazon-products.tsx'
import { CollectionsBlock } from '#site/features/home/collections-block.tsx'
import { FeaturedProducts } from '#site/features/home/featured-products.tsx'
import { Hero } from '#site/features/home/hero.tsx'
import { noFilters } from '#site/features/listing/listing.ts'
import type { ListingPage } from '#site/features/listing/listing-page.ts'
import { ListingResults } from '#site/features/listing/listing-results.tsx'
import { parseListing } from '#site/features/listing/parse-listing.ts'
import type { Block } from '#site/ssr/data/use-block.ts'

/** A block as the server draws it. */
function drawn(element: ReactNode): string {
  const router = createMemoryRouter([{ path: '*', element }])
  return renderToString(<RouterProvider router={router} />)
    .replaceAll('<!-- -->', '')
    .replaceAll('&#x27;', "'")
}

const failed = (error: string) => ({ status: 'failed', error, retry: () => {} }) as const
const loaded = <Data,>(data: Data) => ({ status: 'loaded', data }) as const

const listing = parseListing(new URLSearchParams())
const results = (of: typeof listing, page: Block<ListingPage>) =>
  drawn(<ListingResults slot="deals" base="/all-deals" listing={of} page={page} />)
const emptyPage = {
  ...{ offers: [], total: 0, next: null, previous: null },
  facets: { categories: [], merchants: [], brands: [], prices: [] },
}

test('featured products that failed say so, and where to look [S4.17] [S8.21]', () => {
  const html = drawn(<FeaturedProducts products={failed('no connection')} />)
  expect(html).toContain('Failed to load products')
  expect(html).toContain('Check console for details')
  expect(html).toContain('Try Again')
})

test('no featured products are announced for later [S4.18]', () => {
  const html = drawn(<FeaturedProducts products={loaded([])} />)
  expect(html).toContain('No products found')
  expect(html).toContain("Products will appear here once they're added to the database")
})

test('featured products that are not there yet are grey cards [S2.4.12]', () => {
  const html = drawn(<FeaturedProducts products={{ status: 'loading' }} />)
  expect(html.match(/class="product-card"/g)).toHaveLength(8)
})

test('the collections’ block is nothing without collections, and has as many columns as there are, up to four [S4.19]', () => {
  expect(drawn(<CollectionsBlock collections={{ data: [] }} />)).not.toContain('<section')
  const tile = (id: number) => ({ id: String(id), title: `C${id}`, subtitle: null, path: '/new', image_url: null })
  for (const [count, columns] of [
    [1, 1],
    [3, 3],
    [4, 4],
    [6, 4],
  ] as const) {
    const html = drawn(<CollectionsBlock collections={{ data: Array.from({ length: count }, (_, id) => tile(id)) }} />)
    expect(html).toContain(`data-columns="${columns}"`)
  }
})

test('the Amazon products are hidden entirely when there are none, and say that they failed [S2.4.8] [S8.22]', () => {
  expect(drawn(<AmazonProducts products={loaded([])} />)).not.toContain('Top Retailer Finds')
  const html = drawn(<AmazonProducts products={failed('Failed to fetch products')} />)
  expect(html).toContain('Error loading Amazon products: Failed to fetch products')
})

test('the hero stands on its defaults when the settings cannot be read [S2.4.1] [S4.20] [S8.20]', () => {
  const html = drawn(<Hero settings={{ error: 'Failed to fetch settings' }} />)
  expect(html).toContain('Browse Skincare Deals')
  expect(html).toContain('Premium Skincare Products')
})

test('a grid of deals that failed says why, and one without a match leads back to all [S8.23]', () => {
  expect(results(listing, failed('Unknown error'))).toContain('Error loading products: Unknown error')
  const html = results({ ...listing, ...noFilters, categories: ['Submarines'] }, loaded(emptyPage))
  expect(html).toContain('No products found matching your filters.')
  expect(html).toContain('Clear filters and try again')
})

test('a page beyond the end of a list leads to its first, with the filters kept', () => {
  const html = results({ ...listing, ...noFilters, categories: ['Beauty'], page: 9 }, loaded(emptyPage))
  expect(html).toContain('These pages end earlier.')
  expect(html).toContain('href="/all-deals?category=Beauty"')
  expect(html).not.toContain('matching your filters')
})

test('the deals’ search that failed says why, and offers to try again', () => {
  const search = { text: '', page: 1 }
  const html = drawn(
    <MoreDeals base="/all-deals" {...{ listing, search }} results={failed('no connection')} leaveOut={[]} />,
  )
  expect(html).toContain('Error loading results: no connection')
  expect(html).toContain('Try Again')
})
