import { data, type LoaderFunctionArgs } from 'react-router'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { redirectToKnown } from './known-filters.ts'
import { listingHead, listStatus } from './list-head.ts'
import { parseListing } from './parse-listing.ts'
import { listingQuery } from './products.ts'

/** The page of a list of all products, whose title it has. */
export const loadListing =
  (title: string, base: string) =>
  async ({ url, context }: Pick<LoaderFunctionArgs, 'url' | 'context'>) => {
    const listing = parseListing(url.searchParams)
    const list = await loadQuery(context, listingQuery(listing))
    redirectToKnown(url, dataOf(list)?.facets)
    const shown = dataOf(list)?.offers.length
    const head = listingHead(title, { base, listing, shown })
    return data({ list, listing, head }, listStatus({ page: listing.page, shown }))
  }
