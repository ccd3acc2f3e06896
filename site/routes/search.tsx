import { useEffect } from 'react'
import { data } from 'react-router'
import { recordEvent } from '#site/features/events/record-event.ts'
import { listStatus } from '#site/features/listing/list-head.ts'
import { namedPage } from '#site/features/search/page-words.ts'
import { rememberSearch } from '#site/features/search/recent-searches.ts'
import { longestQuery, parseSearch, searchHref } from '#site/features/search/search-params.ts'
import { SearchResults, searchOf } from '#site/features/search/search-results.tsx'
import { waysOnQueries } from '#site/features/search/ways-on.tsx'
import { load } from '#site/ssr/data/load.ts'
import { PageData } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import type { Route } from './+types/search.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: loaderData?.params.query ? `Search: ${loaderData.params.query}` : 'Search',
    description: 'Search products, retailer finds and articles.',
    path: '/search',
    siteUrl: siteUrlOf(matches),
    noindex: true,
  })

export async function loader({ url, context }: Route.LoaderArgs) {
  const params = parseSearch(url.searchParams)
  const page = namedPage(params.query)
  const query = searchOf(params, page !== null)
  const { state, get } = await load(context, params.query ? [query] : [])
  const found = get(query)
  // Nothing found, or nothing asked for: the page shows where to go instead.
  const needsWays = !params.query || found?.total === 0
  const ways = needsWays ? await load(context, [waysOnQueries.categories, waysOnQueries.newest]) : null
  const status = listStatus({ page: params.page, shown: found?.items.length })
  return data({ state: { ...state, ...ways?.state }, params, page, total: found?.total ?? null }, status)
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { params, page, total, state } = loaderData
  const { query } = params
  const first = params.page === 1 && searchHref(params) === searchHref({ query })

  useEffect(() => {
    // One search is one event, however its results are then leafed through or narrowed.
    if (!query || total === null || !first) return
    recordEvent('search', { properties: { term: query, results: total } })
    if (total > 0) rememberSearch(query)
  }, [query, total, first])

  return (
    <PageData state={state}>
      <div className="wrap listing search-page">
        <header className="page-head">
          <p className="kicker">Search</p>
          <h1 className="display page-title">{query ? <em>{query}</em> : 'What are you looking for?'}</h1>
          <search>
            <form action="/search" className="search-form in-page">
              <input
                type="search"
                name="q"
                key={query}
                defaultValue={query}
                maxLength={longestQuery}
                required
                aria-label="Search for products, articles, and more"
                placeholder="Search for products, articles, and more..."
              />
              <button type="submit" className="button">
                Search
              </button>
            </form>
          </search>
        </header>
        <SearchResults params={params} page={page} />
      </div>
    </PageData>
  )
}
