import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { formatDate } from '#domain/dates.ts'
import { PageSteps } from '#site/features/listing/pager.tsx'
import { merchantsQuery, type Store, type StorePage, storeCountCap } from '#site/features/merchants/queries.ts'
import * as storesStyles from '#site/features/merchants/stores.module.css'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { loadPage } from '#site/features/pages/load-page.ts'
import { PageIntro } from '#site/features/pages/page-intro.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { BlockContent, Failed } from '#site/ui/block-content.tsx'
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
  const [stores, written] = await Promise.all([loadQuery(context, merchantsQuery(page)), loadPage(context, '/stores')])
  return { stores, written, page, empty: dataOf(stores)?.stores.length === 0 }
}

export default function Stores({ loaderData: { stores, written, page } }: Route.ComponentProps) {
  const block = useBlock(merchantsQuery(page), stores)
  return (
    <div className={layout.wrap}>
      <PageIntro
        written={written}
        kicker="Who we link to"
        title="Stores"
        lede="Every shop whose products you find here. You buy from the shop itself, under its own name and terms."
      />
      <DisclosureLine />
      <BlockContent
        block={block}
        loading={<StateNote kind="empty" title="Loading the stores..." />}
        failed={(error, retry) => <Failed title="Failed to load the stores" text={error} retry={retry} />}
      >
        {(found) => <Directory page={page} found={found} />}
      </BlockContent>
    </div>
  )
}

function Directory({ page, found }: { page: number; found: StorePage }) {
  if (found.stores.length === 0) {
    return (
      <StateNote kind="empty" title="No stores yet" text="They appear here with their first product.">
        <a href="/blog" className={controls.textLink}>
          Read the journal meanwhile
        </a>
      </StateNote>
    )
  }
  return (
    <>
      <ul className={storesStyles.stores} data-part="stores">
        {found.stores.map((store) => (
          <StoreRow key={store.name} store={store} />
        ))}
      </ul>
      {(page > 1 || found.hasNext) && (
        <PageSteps page={page} last={found.hasNext ? page + 1 : page} href={hrefOf} hasNext={found.hasNext} />
      )}
    </>
  )
}

function StoreRow({ store: { name, page, description, products, newest } }: { store: Store }) {
  const count = products > storeCountCap ? `${storeCountCap.toLocaleString('en-US')}+` : String(products)
  return (
    <li>
      <a href={page}>
        <span className={`${layout.display} ${storesStyles.storeName}`}>{name}</span>
        <span className={storesStyles.storeFacts}>
          {count} {products === 1 ? 'product' : 'products'}
          {newest && (
            <>
              , newest <time dateTime={newest}>{formatDate(newest)}</time>
            </>
          )}
        </span>
        {description && <span className={storesStyles.storeAbout}>{description}</span>}
      </a>
    </li>
  )
}
