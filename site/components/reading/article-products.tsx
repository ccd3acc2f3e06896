import { articleProductsQuery } from '../../data/article-products.ts'
import { useShopQuery } from '../../data/use-shop-query.tsx'
import type { ProductAsk } from '../../lib/product-ask.ts'
import { ProductGrid } from '../product/product-grid.tsx'

/** Live cards below a paragraph that links to our products. With nothing to show, the link above them is enough. */
export function ArticleProducts({ ask }: { ask: ProductAsk }) {
  const { data, error } = useShopQuery(articleProductsQuery(ask))
  if (error !== undefined) return <p className="article-products-note">Failed to load products</p>
  if (!data?.length) return null
  return (
    // No landmark: an article may have six of these, and the link above each says what it shows.
    <div className="article-products">
      <ProductGrid offers={data} />
    </div>
  )
}
