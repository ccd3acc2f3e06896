import { ProductGrid } from '#site/features/listing/product-grid.tsx'
import { useShopQuery } from '#site/ssr/data/use-query.tsx'
import { articleProductsQuery } from './article-product-queries.ts'
import type { ProductAsk } from './product-ask.ts'

/** Live cards below a paragraph that links to our products. With nothing to show, the link above them is enough. */
export function ArticleProducts({ ask }: { ask: ProductAsk }) {
  const { data, error } = useShopQuery(articleProductsQuery(ask))
  if (error !== undefined) return <p className="article-products-note">Failed to load products</p>
  if (!data?.length) return null
  return (
    // No landmark: an article may have six of these, and the link above each says what it shows.
    <div className="article-products">
      <ProductGrid offers={data} slot="article" />
    </div>
  )
}
