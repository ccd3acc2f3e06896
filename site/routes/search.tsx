import { useEffect } from 'react'
import { data } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { recordEvent } from '#site/features/events/record-event.ts'
import { listStatus } from '#site/features/listing/list-head.ts'
import * as listingStyles from '#site/features/listing/listing.module.css'
import { type NamedPage, namedPage } from '#site/features/search/page-words.ts'
import { rememberSearch } from '#site/features/search/recent-searches.ts'
import * as searchPageStyles from '#site/features/search/search-page.module.css'
import { longestQuery, parseSearch, type SearchParams, searchHref } from '#site/features/search/search-params.ts'
import { SearchResults, searchOf } from '#site/features/search/search-results.tsx'
import type { ShopSearch } from '#site/features/search/shop-search.ts'
import { WaysOn, type WaysOnResults, waysOnQueries } from '#site/features/search/ways-on.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import * as searchFormStyles from '#site/ui/search-form.module.css'
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
  const results = params.query ? await loadQuery(context, searchOf(params, page !== null)) : null
  const found = dataOf(results)
  // Nothing found, or nothing asked for: the page shows where to go instead.
  const ways = !params.query || found?.total === 0 ? await loadWaysOn(context) : null
  const status = listStatus({ page: params.page, shown: found?.items.length })
  return data({ results, ways, params, page, total: found?.total ?? null }, status)
}

async function loadWaysOn(context: Route.LoaderArgs['context']): Promise<WaysOnResults> {
  const [categories, newest] = await Promise.all([
    loadQuery(context, waysOnQueries.categories),
    loadQuery(context, waysOnQueries.newest),
  ])
  return { categories, newest }
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { params, page, total, results, ways } = loaderData
  const { query } = params
  const first = params.page === 1 && searchHref(params) === searchHref({ query })

  useEffect(() => {
    // One search is one event, however its results are then leafed through or narrowed.
    if (!query || total === null || !first) return
    recordEvent('search', { properties: { term: query, results: total } })
    if (total > 0) rememberSearch(query)
  }, [query, total, first])

  return (
    <div className={`${layout.wrap} ${listingStyles.listing} ${searchPageStyles.searchPage}`} data-part="listing">
      <header className={layout.pageHead}>
        <p className={layout.kicker}>Search</p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>
          {query ? <em>{query}</em> : 'What are you looking for?'}
        </h1>
        <search>
          <form
            action="/search"
            className={`${searchFormStyles.searchForm} ${searchFormStyles.inPage}`}
            data-part="search-form"
          >
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
            <button type="submit" className={controls.button}>
              Search
            </button>
          </form>
        </search>
      </header>
      {results ? <Results {...{ params, page, ways }} loaded={results} /> : <WaysOn ways={ways} />}
    </div>
  )
}

interface ResultsProps {
  params: SearchParams
  page: NamedPage | null
  ways: WaysOnResults | null
  loaded: QueryResult<ShopSearch>
}

function Results({ loaded, ...rest }: ResultsProps) {
  const results = useBlock(searchOf(rest.params, rest.page !== null), loaded)
  return <SearchResults {...rest} results={results} />
}
