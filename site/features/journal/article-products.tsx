import { ProductGrid } from '#site/features/listing/product-grid.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import type { QueryResult } from '#site/ssr/data/query-result.ts'
import * as styles from './article-products.module.css'

/** Live cards below a paragraph that links to our products. With nothing to show, the link above them is enough. */
export function ArticleProducts({ products }: { products: QueryResult<Offer[]> | undefined }) {
  if (!products) return null
  if ('error' in products) return <p className={styles.articleProductsNote}>Failed to load products</p>
  if (products.data.length === 0) return null
  return (
    // No landmark: an article may have six of these, and the link above each says what it shows.
    <div className={styles.articleProducts} data-part="article-products">
      <ProductGrid offers={products.data} slot="article" />
    </div>
  )
}
