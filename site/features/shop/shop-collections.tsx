import * as layout from '#design/layout.module.css'
import * as collectionsStyles from '#site/features/collections/collections.module.css'
import { SectionHead } from '#site/ui/section-head.tsx'
import { ArtTile } from './art-tile.tsx'
import { shopCollectionTiles } from './shop-tiles.ts'

/** The shop's own collections: a row to swipe on phones, four columns otherwise. */
export const ShopCollections = () => (
  <section aria-labelledby="shop-collections-title" className={layout.section}>
    <SectionHead
      id="shop-collections-title"
      kicker="Shop"
      title="Shop Collections"
      more={{ label: 'All of the shop', to: '/shop' }}
    />
    <ul className={collectionsStyles.collectionRow} data-part="collection-row" data-columns="4">
      {shopCollectionTiles.map((tile) => (
        <li key={tile.to}>
          <ArtTile tile={tile} />
        </li>
      ))}
    </ul>
  </section>
)
