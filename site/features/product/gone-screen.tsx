import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { ProductGrid } from '#site/features/listing/product-grid.tsx'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { Breadcrumbs, type Crumb } from '#site/ui/breadcrumbs.tsx'
import type { GoneProduct } from './queries.ts'

interface GoneScreenProps {
  gone: GoneProduct
  /** To where the category is listed. */
  crumbs: readonly Crumb[]
  categoryPath: string
}

/** A product that no shop lists any more: says so, and shows what else there is of its kind. */
export function GoneScreen({ gone, crumbs, categoryPath }: GoneScreenProps) {
  const { name, category, alternatives } = gone
  return (
    <div className={layout.wrap}>
      <Breadcrumbs crumbs={crumbs} />
      <header className={layout.pageHead}>
        <p className={layout.kicker}>No longer sold</p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>{name}</h1>
        <p className={layout.lede}>
          The shop has taken it off its shelves, so there is no price and nowhere to buy it.
        </p>
        <p>
          <a href={categoryPath} className={controls.button}>
            See all of {category}
          </a>
        </p>
      </header>
      {alternatives.length > 0 && (
        <section aria-labelledby="instead-title">
          <h2 id="instead-title" className={`${layout.display} ${layout.sectionTitle}`}>
            In its place
          </h2>
          <DisclosureLine />
          <div className={`${layout.section} ${layout.compact}`}>
            <ProductGrid offers={alternatives} slot="gone" />
          </div>
        </section>
      )}
    </div>
  )
}
