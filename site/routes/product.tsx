import { data, redirect, useNavigation } from 'react-router'
import { productIdOf } from '#domain/product-path.ts'
import { categoryCrumb, categoryPath } from '#site/features/product/category-path.ts'
import { GoneScreen } from '#site/features/product/gone-screen.tsx'
import { breadcrumbJsonLd, productJsonLd } from '#site/features/product/product-json-ld.ts'
import { ProductScreen } from '#site/features/product/product-screen.tsx'
import {
  goneProductQuery,
  offersQuery,
  pastPricesQuery,
  productQuery,
  relatedQuery,
  variantsQuery,
} from '#site/features/product/queries.ts'
import { load } from '#site/ssr/data/load.ts'
import { siteContext } from '#site/ssr/data/site-context.ts'
import { PageData, useShopQuery } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { largestPicture } from '#site/ui/largest-image.ts'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/product.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta({
        title: loaderData.title,
        description: loaderData.description,
        path: loaderData.path,
        siteUrl: siteUrlOf(matches),
        image: loaderData.image,
        type: 'product',
        noindex: !loaderData.listed,
      })
    : []

/** The listed product (200), one that is no more (410) with what is like it, or one that never was (404). */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const id = productIdOf(params.slug)
  if (id === null) throw data(null, { status: 404, statusText: 'Not Found' })
  const query = productQuery(id)
  const blocks = [offersQuery(id), variantsQuery(id), relatedQuery(id), pastPricesQuery(id)]
  const { state, get } = await load(context, [query, ...blocks])
  const product = get(query)
  const path = `/p/${params.slug}`
  const about = { id, path, title: 'Product', description: '', listed: false, image: null, crumbs: [], structured: [] }
  if (product === undefined) return data({ ...about, state, categoryPath: '/products' })
  if (product === null) {
    const lost = await load(context, [goneProductQuery(id)])
    const gone = lost.get(goneProductQuery(id))
    if (gone === null) throw data(null, { status: 404, statusText: 'Not Found' })
    const { name: title = 'Product', category } = gone ?? {}
    return data(
      { ...about, title, state: { ...state, ...lost.state }, categoryPath: categoryPath(category ?? '') },
      { status: gone ? 410 : 200 },
    )
  }
  // Renamed, or mistyped: one product, one address.
  if (product.page && product.page !== path) throw redirect(product.page + url.search, 301)
  const { siteUrl } = context.get(siteContext)
  const categoryHref = categoryPath(product.category)
  const crumbs = [{ label: 'Home', path: '/' }, categoryCrumb(product.category), { label: product.name, path }]
  const offers = get(offersQuery(id)) ?? []
  return data({
    ...about,
    crumbs,
    // Made here, so that no visitor's browser fetches the code that makes it.
    structured: [productJsonLd({ product, offers, siteUrl, path }), breadcrumbJsonLd(crumbs, siteUrl)],
    ...{ state, listed: true, title: product.name, image: product.image && largestPicture(product.image) },
    description: summary(product.description) || `${product.name} at ${product.merchant}.`,
    categoryPath: categoryHref,
  })
}

/** As much as search engines show, cut at a word. */
function summary(text: string | null): string {
  const line = (text ?? '').slice(0, 400).replace(/\s+/g, ' ').trim()
  return line.length <= 160 ? line : `${line.slice(0, line.lastIndexOf(' ', 157))}…`
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { state, id, path, listed, categoryPath, crumbs, structured } = loaderData
  return (
    <PageData state={state}>
      {/* keyed: another product is another page, with its own pictures and dialogs */}
      {listed ? (
        <ProductScreen key={id} id={id} crumbs={crumbs} structured={structured} />
      ) : (
        <MissingProduct id={id} path={path} categoryPath={categoryPath} />
      )}
    </PageData>
  )
}

function MissingProduct({ id, path, categoryPath }: { id: number; path: string; categoryPath: string }) {
  const { error } = useShopQuery(productQuery(id))
  const gone = useShopQuery(goneProductQuery(id))
  const { location } = useNavigation()
  if (gone.data) return <GoneScreen gone={gone.data} categoryPath={categoryPath} />
  return (
    <div className="wrap error-page">
      {location?.pathname === path ? (
        <div className="product-main" role="status" aria-label="Loading the product">
          <span className="frame skeleton" />
        </div>
      ) : (
        <StateNote kind="error" title="This product could not be loaded" heading text={error ?? gone.error}>
          {/* The whole page again: what stands around the product hangs on it as well. */}
          <a href={path} className="button quiet">
            Try Again
          </a>
        </StateNote>
      )}
    </div>
  )
}
