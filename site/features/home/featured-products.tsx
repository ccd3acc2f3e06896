import * as layout from '#design/layout.module.css'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import type { Block } from '#site/ssr/data/use-block.ts'
import { BlockContent, Failed } from '#site/ui/block-content.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'
import { StateNote } from '#site/ui/state-note.tsx'

export function FeaturedProducts({ products }: { products: Block<Offer[]> }) {
  return (
    <section id="deals" aria-labelledby="featured-title" className={layout.section}>
      <SectionHead
        id="featured-title"
        kicker="Just in"
        title="Featured Products"
        more={{ label: 'View All Products', to: '/products' }}
      />
      <BlockContent
        block={products}
        loading={<ProductGridSkeleton count={8} />}
        failed={(_, retry) => <Failed title="Failed to load products" text="Check console for details" retry={retry} />}
        empty={
          <StateNote
            kind="empty"
            title="No products found"
            text="Products will appear here once they're added to the database"
          />
        }
      >
        {(offers) => <ProductGrid offers={offers} slot="home-featured" />}
      </BlockContent>
    </section>
  )
}
