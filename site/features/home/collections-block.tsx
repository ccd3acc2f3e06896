import * as layout from '#design/layout.module.css'
import { CollectionCard } from '#site/features/collections/collection-card.tsx'
import * as collectionsStyles from '#site/features/collections/collections.module.css'
import type { Collection } from '#site/features/collections/queries.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { SectionHead } from '#site/ui/section-head.tsx'

/** Nothing at all while there are no collections, or none could be read; one to four columns, as many as there are. */
export function CollectionsBlock({ collections }: { collections: QueryResult<Collection[]> }) {
  const shown = dataOf(collections) ?? []
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="collections-title" className={layout.section}>
      <SectionHead
        id="collections-title"
        kicker="Gathered"
        title="Shop by Collection"
        more={{ label: 'View All Collections', to: '/collections' }}
      />
      <ul
        className={collectionsStyles.collectionRow}
        data-part="collection-row"
        data-columns={Math.min(shown.length, 4)}
      >
        {shown.map((collection) => (
          <li key={collection.id}>
            <CollectionCard collection={collection} />
          </li>
        ))}
      </ul>
    </section>
  )
}
