import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { CollectionCard } from '#site/features/collections/collection-card.tsx'
import * as collectionsStyles from '#site/features/collections/collections.module.css'
import { type Collection, collectionsQuery } from '#site/features/collections/queries.ts'
import { ShopCollections } from '#site/features/shop/shop-collections.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { BlockContent, Failed } from '#site/ui/block-content.tsx'
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
  return { collections: await loadQuery(context, collectionsQuery()) }
}

export default function Collections({ loaderData }: Route.ComponentProps) {
  const collections = useBlock(collectionsQuery(), loaderData.collections)
  return (
    <div className={layout.wrap}>
      <header className={layout.pageHead}>
        <p className={layout.kicker}>Gathered</p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>
          The <em>Collections</em>
        </h1>
        <p className={layout.lede}>Edits for a season, a person or a room.</p>
      </header>
      <BlockContent
        block={collections}
        loading={<Loading />}
        failed={(error, retry) => <Failed title="Failed to load collections" text={error} retry={retry} />}
        empty={<NoCollections />}
      >
        {(found) => <CollectionWall collections={found} />}
      </BlockContent>
      <ShopCollections />
    </div>
  )
}

const Loading = () => (
  <div
    className={collectionsStyles.collectionWall}
    data-part="collection-wall"
    role="status"
    aria-label="Loading collections"
  >
    <span className={`${controls.frame} ${controls.skeleton}`} />
    <span className={`${controls.frame} ${controls.skeleton}`} />
  </div>
)

const NoCollections = () => (
  <StateNote
    kind="empty"
    title="No collections yet"
    text="New edits are on their way. Until then, everything is on one shelf."
  >
    <a href="/products" className={controls.textLink}>
      See all products
    </a>
  </StateNote>
)

const CollectionWall = ({ collections }: { collections: readonly Collection[] }) => (
  <ul className={collectionsStyles.collectionWall} data-part="collection-wall">
    {collections.map((collection, index) => (
      <li key={collection.id}>
        <CollectionCard collection={collection} heading="h2" first={index === 0} />
      </li>
    ))}
  </ul>
)
