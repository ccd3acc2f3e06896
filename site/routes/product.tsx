import { data, redirect, useNavigation } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { productIdOf } from '#domain/product-path.ts'
import { categoryCrumb, categoryPath } from '#site/features/product/category-path.ts'
import { GoneScreen } from '#site/features/product/gone-screen.tsx'
import { offersQuery, pastPricesQuery } from '#site/features/product/item-offers.ts'
import * as productStyles from '#site/features/product/product.module.css'
import { breadcrumbJsonLd, productJsonLd } from '#site/features/product/product-json-ld.ts'
import { ProductScreen } from '#site/features/product/product-screen.tsx'
import { productView } from '#site/features/product/product-view.ts'
import { goneProductQuery, productQuery, relatedQuery, variantsQuery } from '#site/features/product/queries.ts'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { siteContext } from '#site/ssr/data/site-context.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { largestImage } from '#site/ui/largest-image.ts'
import * as messagePageStyles from '#site/ui/message-page.module.css'
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

const home = { label: 'Home', path: '/' }

/** The listed product (200), one that is no more (410) with what is like it, or one that never was (404). */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const id = productIdOf(params.slug)
  if (id === null) throw data(null, { status: 404, statusText: 'Not Found' })
  const [loaded, offers, variants, related, pastPrices] = await Promise.all([
    loadQuery(context, productQuery(id)),
    loadQuery(context, offersQuery(id)),
    loadQuery(context, variantsQuery(id)),
    loadQuery(context, relatedQuery(id)),
    loadQuery(context, pastPricesQuery(id)),
  ])
  const path = `/p/${params.slug}`
  const about = { id, path, title: 'Product', description: '', listed: null, image: null, crumbs: [], structured: [] }
  if ('error' in loaded) return data({ ...about, gone: null, error: loaded.error, categoryPath: '/products' })
  const product = loaded.data
  if (product === null) {
    const lost = await loadQuery(context, goneProductQuery(id))
    if ('error' in lost) return data({ ...about, gone: null, error: lost.error, categoryPath: categoryPath('') })
    const gone = lost.data
    if (gone === null) throw data(null, { status: 404, statusText: 'Not Found' })
    const { name: title, category } = gone
    const crumbs = [home, categoryCrumb(category)]
    return data({ ...about, title, gone, crumbs, error: null, categoryPath: categoryPath(category) }, { status: 410 })
  }
  // Renamed, or mistyped: one product, one address.
  if (product.page && product.page !== path) throw redirect(product.page + url.search, 301)
  const { siteUrl } = context.get(siteContext)
  const categoryHref = categoryPath(product.category)
  const crumbs = [home, categoryCrumb(product.category, product.slugs.category), { label: product.name, path }]
  return data({
    ...about,
    crumbs,
    // Made here, so that no visitor's browser fetches the code that makes it.
    structured: [
      productJsonLd({ product, offers: dataOf(offers) ?? [], siteUrl, path }),
      breadcrumbJsonLd(crumbs, siteUrl),
    ],
    ...{ gone: null, error: null },
    listed: { product, view: productView({ product, offers, pastPrices }), variants, related },
    ...{ title: product.name, image: product.image && largestImage(product.image) },
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
  const { id, path, listed, gone, error, categoryPath, crumbs, structured } = loaderData
  // keyed: another product is another page, with its own images and dialogs
  if (listed) return <ProductScreen key={id} id={id} loaded={listed} crumbs={crumbs} structured={structured} />
  if (gone) return <GoneScreen gone={gone} crumbs={crumbs} categoryPath={categoryPath} />
  return <FailedProduct path={path} error={error} />
}

function FailedProduct({ path, error }: { path: string; error: string | null }) {
  const { location } = useNavigation()
  return (
    <div className={`${layout.wrap} ${messagePageStyles.errorPage}`} data-part="error-page">
      {location?.pathname === path ? (
        <div className={productStyles.productMain} role="status" aria-label="Loading the product">
          <span className={`${controls.frame} ${controls.skeleton}`} />
        </div>
      ) : (
        <StateNote kind="error" title="This product could not be loaded" heading text={error ?? undefined}>
          {/* The whole page again: what stands around the product hangs on it as well. */}
          <a href={path} className={`${controls.button} ${controls.quiet}`}>
            Try Again
          </a>
        </StateNote>
      )}
    </div>
  )
}
