import { data, redirect } from 'react-router'
import { findBrand } from '#site/features/brands/brands.ts'
import { catalogueKinds } from '#site/features/catalogue/catalogue-kinds.ts'
import { CatalogueScreen } from '#site/features/catalogue/catalogue-screen.tsx'
import { catalogueWords } from '#site/features/catalogue/catalogue-words.ts'
import { categoryLinks, hasKinds, linksWithin } from '#site/features/catalogue/category-links.ts'
import { cataloguePageQuery, directoryQuery } from '#site/features/catalogue/queries.ts'
import { redirectToKnown } from '#site/features/listing/known-filters.ts'
import { listingHead, listStatus } from '#site/features/listing/list-head.ts'
import { hasFilters } from '#site/features/listing/listing.ts'
import type { FixedFilter } from '#site/features/listing/listing-filters.tsx'
import type { ListingPage } from '#site/features/listing/listing-page.ts'
import { parseListing } from '#site/features/listing/parse-listing.ts'
import { listingQuery } from '#site/features/listing/products.ts'
import { pageWritten, writtenPage } from '#site/features/product/category-path.ts'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import type { Route } from './+types/catalogue-page.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta({ ...loaderData.head, siteUrl: siteUrlOf(matches) }) : []

/** What the database makes of names: a NUL, which it cannot read, is none. */
const slugText = /^[\p{L}\p{M}\p{N}-]{1,200}$/u

const missing = () => data(null, { status: 404, statusText: 'Not Found' })

/** A brand, a merchant or a category: by its name's address, with what the catalogue has of it. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const of = catalogueKinds[url.pathname.slice(0, url.pathname.indexOf('/', 1))]
  if (!of || !slugText.test(params.slug)) throw missing()
  const { kind, filter, parent } = of
  const [read, featured] = [
    await loadQuery(context, cataloguePageQuery(kind, params.slug)),
    kind === 'brand' ? (findBrand(params.slug) ?? null) : null,
  ]
  // A featured brand has its page whatever is sold, and although nothing could be read.
  if ('error' in read && !featured) throw data(null, { status: 503, statusText: read.error })
  const page = dataOf(read) ?? { names: [], items: 0, lowest: null, highest: null, movedTo: null }
  if (page.movedTo) throw redirect(`${parent.path}/${page.movedTo}${url.search}`, 301)
  const name = featured?.name ?? page.names[0]
  const written = kind === 'category' ? (name === undefined ? pageWritten(params.slug) : writtenPage(name)) : undefined
  if (written) throw redirect(written + url.search, 301)
  if (name === undefined) throw missing()

  const base = `${parent.path}/${params.slug}`
  const listing = { ...parseListing(url.searchParams), [filter]: [] }
  const fixed = { [filter]: page.names.length > 0 ? page.names : [name] }
  const [loaded, directory] = await Promise.all([
    loadQuery(context, listingQuery({ ...listing, ...fixed })),
    kind === 'category' && hasKinds(name) ? loadQuery(context, directoryQuery(kind)) : null,
  ])
  const list = withoutFacet(loaded, filter)
  redirectToKnown(url, dataOf(list)?.facets)
  // The list stands without its ways on.
  const categories = directory && dataOf(directory)
  const within = categories ? linksWithin(name, categoryLinks(categories)) : []
  const found = dataOf(list)
  const facets = hasFilters(listing) ? undefined : found?.facets
  const words = catalogueWords({ kind, name, page, facets })
  const shown = found?.offers.length
  const head = listingHead(name, { base, listing, shown, total: found?.total })
  const about = featured ? `${featured.category} by ${name}. ${featured.text}` : ''
  return data(
    {
      ...{ base, listing, fixed, list, name, words, featured, kind, parent, within },
      head: {
        ...head,
        description: [about, words].filter(Boolean).join(' ') || `${name}: nothing is listed right now.`,
      },
    },
    listStatus({ page: listing.page, shown }),
  )
}

/** What the page itself sets is not chosen there: its values would only weigh. */
const withoutFacet = (list: QueryResult<ListingPage>, filter: FixedFilter): QueryResult<ListingPage> =>
  'data' in list ? { data: { ...list.data, facets: { ...list.data.facets, [filter]: [] } } } : list

export default function CataloguePage({ loaderData }: Route.ComponentProps) {
  const { listing, fixed, list, head, ...rest } = loaderData
  const page = useBlock(listingQuery({ ...listing, ...fixed }), list)
  // keyed: another brand is another page
  return <CatalogueScreen key={rest.base} {...rest} listing={listing} page={page} />
}
