import { CollectionCard } from '#site/features/collections/collection-card.tsx'
import { useShopQuery } from '#site/ssr/data/use-query.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'
import { homeQueries } from './queries.ts'

/** Nothing at all while there are no collections; one to four columns, as many as there are. */
export function CollectionsBlock() {
  const { data = [], isFetching } = useShopQuery(homeQueries.collections)
  if (data.length === 0 && !isFetching) return null
  return (
    <section aria-labelledby="collections-title" className="section">
      <SectionHead
        id="collections-title"
        kicker="Gathered"
        title="Shop by Collection"
        more={{ label: 'View All Collections', to: '/collections' }}
      />
      {isFetching ? (
        <div className="collection-row" data-columns="4" role="status" aria-label="Loading collections">
          <span className="frame skeleton" />
          <span className="frame skeleton" />
        </div>
      ) : (
        <ul className="collection-row" data-columns={Math.min(data.length, 4)}>
          {data.map((collection) => (
            <li key={collection.id}>
              <CollectionCard collection={collection} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
