import { data } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { productIdOf } from '#domain/product-path.ts'
import { siteConfig } from '#domain/site-config.ts'
import { AlertForm } from '#site/features/alerts/alert-form.tsx'
import { type AlertKind, askForAlert, readWish } from '#site/features/alerts/alert-wish.ts'
import * as newsletterPageStyles from '#site/features/newsletter/newsletter-page.module.css'
import { Price } from '#site/features/offer/price.tsx'
import { rankOffers } from '#site/features/product/best-offer.ts'
import { offersQuery } from '#site/features/product/item-offers.ts'
import { watchedQuery } from '#site/features/product/queries.ts'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { siteContext } from '#site/ssr/data/site-context.ts'
import { MailWaits } from '#site/ui/mail-waits.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/alert-new.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.product ? `Watch ${loaderData.product.name}` : 'Price alerts'} | ${siteConfig.name}` },
  { name: 'robots', content: 'noindex' },
]

/** What can be asked for changes with price and stock: never cached. */
export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' })

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = productIdOf(params.slug)
  if (id === null) throw data(null, { status: 404, statusText: 'Not Found' })
  const [loaded, offers] = await Promise.all([
    loadQuery(context, watchedQuery(id)),
    loadQuery(context, offersQuery(id)),
  ])
  if ('error' in loaded) return data({ product: null, best: null, error: loaded.error }, { status: 503 })
  if (loaded.data === null) throw data(null, { status: 404, statusText: 'Not Found' })
  // The form stands without today's price.
  const known = dataOf(offers) ?? []
  const [best = null] = rankOffers(known, known[0]?.currency ?? 'USD')
  return data({ product: loaded.data, best, error: null })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const productId = productIdOf(params.slug)
  if (productId === null) throw data(null, { status: 404, statusText: 'Not Found' })
  const wish = readWish(await request.formData())
  const result = await askForAlert(context.get(siteContext).post, wish, { productId, page: `/p/${params.slug}` })
  return data({ wish, result }, { status: result.ok ? 200 : result.status })
}

export default function NewAlert({ loaderData: { product, best, error }, actionData }: Route.ComponentProps) {
  if (!product) {
    return (
      <div className={`${layout.wrap} ${newsletterPageStyles.newsletterPage}`}>
        <StateNote kind="error" title="This product could not be loaded" heading text={error ?? undefined} />
      </div>
    )
  }
  if (actionData?.result.ok) return <Asked email={actionData.wish.email} product={product} />
  const kinds = kindsFor(best?.availability ?? (product.isInStock ? 'in_stock' : 'unknown'))
  return (
    <div className={`${layout.wrap} ${newsletterPageStyles.newsletterPage}`}>
      <p className={layout.kicker}>Price alert</p>
      <h1 className={`${layout.display} ${layout.pageTitle}`}>
        We watch it, <em>you do not have to</em>
      </h1>
      <p className={layout.lede}>
        <a href={product.page} className={controls.textLink}>
          {product.name}
        </a>
        , at every shop that we follow and that lets us write about it.
      </p>
      {best && best.price !== null && (
        <div data-part="price-now">
          <p>Now at {best.merchant}:</p>
          <Price offer={best} timed />
        </div>
      )}
      <AlertForm kinds={kinds} wish={actionData?.wish} result={actionData?.result} />
    </div>
  )
}

/** What is in stock somewhere is not waited for; what may be is not what comes to mind first. */
function kindsFor(availability: string): AlertKind[] {
  if (availability === 'in_stock') return ['low', 'target']
  return availability === 'out_of_stock' ? ['stock', 'low', 'target'] : ['low', 'target', 'stock']
}

const Asked = ({ email, product }: { email: string; product: { name: string; page: string } }) => (
  <div className={`${layout.wrap} ${newsletterPageStyles.newsletterPage}`}>
    <p className={layout.kicker}>Price alert</p>
    <h1 className={`${layout.display} ${layout.pageTitle}`}>
      One press <em>is left</em>
    </h1>
    <p className={layout.lede} role="status">
      Your alert begins when you press the button in our mail to {email}, so that we know the address is yours. Nothing
      else is sent before.
      <MailWaits />
    </p>
    <p className={newsletterPageStyles.newsletterActions}>
      <a href={product.page} className={`${controls.button} ${controls.quiet}`}>
        Back to {product.name}
      </a>
    </p>
  </div>
)
