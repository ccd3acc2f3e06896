import { formatDate } from '#domain/dates.ts'
import { PageSteps } from '#site/features/listing/pager.tsx'
import { type Store, storeCountCap, storesQuery } from '#site/features/merchants/queries.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { PageIntro } from '#site/features/pages/page-intro.tsx'
import { pageQuery } from '#site/features/pages/queries.ts'
import { load } from '#site/ssr/data/load.ts'
import { PageData, useShopQuery } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/stores.ts'

const lastPage = 20 // the list of shops behind it holds no more
const hrefOf = (page: number) => (page > 1 ? `/stores?page=${page}` : '/stores')

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: 'Stores',
    description: 'Every shop whose products you find here, with how many of them we list today.',
    path: hrefOf(loaderData?.page ?? 1),
    siteUrl: siteUrlOf(matches),
    noindex: loaderData?.empty,
  })

export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = Number(url.searchParams.get('page') ?? 1)
  const page = Number.isInteger(asked) && asked >= 1 ? Math.min(asked, lastPage) : 1
  const query = storesQuery(page)
  const { state, get } = await load(context, [query, pageQuery('/stores')])
  return { state, page, empty: get(query)?.stores.length === 0 }
}

export default function Stores({ loaderData: { state, page } }: Route.ComponentProps) {
  return (
    <PageData state={state}>
      <div className="wrap">
        <PageIntro
          path="/stores"
          kicker="Who we link to"
          title="Stores"
          lede="Every shop whose products you find here. You buy from the shop itself, under its own name and terms."
        />
        <DisclosureLine />
        <Directory page={page} />
      </div>
    </PageData>
  )
}

function Directory({ page }: { page: number }) {
  const { data, error, isFetching, refetch } = useShopQuery(storesQuery(page))
  if (!data) {
    return (
      <StateNote kind="error" title={isFetching ? 'Loading the stores...' : 'Failed to load the stores'} text={error}>
        <button type="button" className="button quiet needs-script" onClick={refetch} disabled={isFetching}>
          Try Again
        </button>
      </StateNote>
    )
  }
  if (data.stores.length === 0) {
    return (
      <StateNote kind="empty" title="No stores yet" text="They appear here with their first product.">
        <a href="/blog" className="text-link">
          Read the journal meanwhile
        </a>
      </StateNote>
    )
  }
  return (
    <>
      <ul className="stores">
        {data.stores.map((store) => (
          <StoreRow key={store.name} store={store} />
        ))}
      </ul>
      {(page > 1 || data.hasNext) && (
        <PageSteps page={page} last={data.hasNext ? page + 1 : page} href={hrefOf} hasNext={data.hasNext} />
      )}
    </>
  )
}

function StoreRow({ store: { name, description, products, newest } }: { store: Store }) {
  const count = products > storeCountCap ? `${storeCountCap.toLocaleString('en-US')}+` : String(products)
  return (
    <li>
      <a href={`/products?merchant=${encodeURIComponent(name)}`}>
        <span className="display store-name">{name}</span>
        <span className="store-facts">
          {count} {products === 1 ? 'product' : 'products'}
          {newest && (
            <>
              , newest <time dateTime={newest}>{formatDate(newest)}</time>
            </>
          )}
        </span>
        {description && <span className="store-about">{description}</span>}
      </a>
    </li>
  )
}
