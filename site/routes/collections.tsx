import { CollectionCard } from '#site/features/collections/collection-card.tsx'
import { collectionsQuery } from '#site/features/collections/queries.ts'
import { ShopCollections } from '#site/features/shop/shop-collections.tsx'
import { load } from '#site/ssr/data/load.ts'
import { PageData, useShopQuery } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/collections.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Collections',
    description: 'Edits for a season, a person or a room: our collections of beauty, fashion, home and gift finds.',
    path: '/collections',
    siteUrl: siteUrlOf(matches),
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { state } = await load(context, [collectionsQuery()])
  return { state }
}

export default function Collections({ loaderData }: Route.ComponentProps) {
  return (
    <PageData state={loaderData.state}>
      <div className="wrap">
        <header className="page-head">
          <p className="kicker">Gathered</p>
          <h1 className="display page-title">
            The <em>Collections</em>
          </h1>
          <p className="lede">Edits for a season, a person or a room.</p>
        </header>
        <CollectionWall />
        <ShopCollections />
      </div>
    </PageData>
  )
}

function CollectionWall() {
  const { data, error, isFetching, refetch } = useShopQuery(collectionsQuery())
  if (isFetching) {
    return (
      <div className="collection-wall" role="status" aria-label="Loading collections">
        <span className="frame skeleton" />
        <span className="frame skeleton" />
      </div>
    )
  }
  if (!data) {
    return (
      <StateNote kind="error" title="Failed to load collections" text={error}>
        <button type="button" className="button quiet needs-script" onClick={refetch}>
          Try Again
        </button>
      </StateNote>
    )
  }
  if (data.length === 0) {
    return (
      <StateNote
        kind="empty"
        title="No collections yet"
        text="New edits are on their way. Until then, everything is on one shelf."
      >
        <a href="/products" className="text-link">
          See all products
        </a>
      </StateNote>
    )
  }
  return (
    <ul className="collection-wall">
      {data.map((collection, index) => (
        <li key={collection.id}>
          <CollectionCard collection={collection} heading="h2" first={index === 0} />
        </li>
      ))}
    </ul>
  )
}
