import * as layout from '#design/layout.module.css'
import { safeAddress } from '#domain/safe-address.ts'
import { ProductImage } from '#site/features/offer/product-image.tsx'
import * as imageCardStyles from '#site/ui/image-card.module.css'
import type { Collection } from './queries.ts'

/** An image with its title set on it, leading to the collection's path. */
export function CollectionCard({
  collection,
  heading: Heading = 'h3',
  first,
}: {
  collection: Collection
  heading?: 'h2' | 'h3'
  /** Its image is the largest of the first screen. */
  first?: boolean
}) {
  return (
    <a href={safeAddress(collection.path) ?? '/collections'} className={imageCardStyles.imageCard}>
      <ProductImage src={collection.image_url} first={first} />
      <span className={imageCardStyles.imageCardText}>
        <Heading className={layout.display}>{collection.title}</Heading>
        {collection.subtitle && <span>{collection.subtitle}</span>}
      </span>
    </a>
  )
}
