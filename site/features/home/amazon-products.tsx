import * as layout from '#design/layout.module.css'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { RetailerDisclosure } from '#site/features/offer/disclosure.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { type Block, blockData } from '#site/ssr/data/use-block.ts'
import { BlockContent, Failed } from '#site/ui/block-content.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'

/** Hidden entirely when there are no products. */
export function AmazonProducts({ products }: { products: Block<Offer[]> }) {
  if (blockData(products)?.length === 0) return null
  return (
    <section aria-labelledby="retailer-title" className={`${layout.section} ${layout.compact}`}>
      <SectionHead id="retailer-title" title="Top Retailer Finds" more={{ label: 'View All', to: '/amazon-deals' }} />
      <BlockContent
        block={products}
        loading={<ProductGridSkeleton count={4} />}
        failed={(error, retry) => <Failed title={`Error loading Amazon products: ${error}`} retry={retry} />}
      >
        {(offers) => (
          <>
            <RetailerDisclosure offers={offers} />
            <ProductGrid offers={offers} slot="home-finds" />
          </>
        )}
      </BlockContent>
    </section>
  )
}
