import { SearchResultsView } from '../components/search-results.tsx'
import { load } from '../data/load.ts'
import { searchQuery } from '../data/search.ts'
import { PageData } from '../data/use-shop-query.tsx'
import { parseSearch } from '../lib/search-params.ts'
import { pageMeta, siteUrlOf } from '../lib/seo.ts'
import type { Route } from './+types/search.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: loaderData?.params.query ? `Search: ${loaderData.params.query}` : 'Search',
    description: 'Search products and articles.',
    path: '/search',
    siteUrl: siteUrlOf(matches),
    noindex: true,
  })

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = parseSearch(new URL(request.url).searchParams)
  const { state } = await load(context, params.query ? [searchQuery(params)] : [])
  return { state, params }
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { query } = loaderData.params
  return (
    <PageData state={loaderData.state}>
      <div className="wrap listing">
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
                maxLength={200}
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
        <SearchResultsView params={loaderData.params} />
      </div>
    </PageData>
  )
}
