import * as controls from '#design/controls.module.css'
import { ArrowIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import { BrandMark } from '#site/features/brands/brand-mark.tsx'
import * as brandsStyles from '#site/features/brands/brands.module.css'
import { type Brand, brands } from '#site/features/brands/brands.ts'
import { PartnerBlock } from '#site/features/brands/partner-block.tsx'
import { brandShelvesQuery } from '#site/features/brands/queries.ts'
import { type Directory, directoryQuery } from '#site/features/catalogue/queries.ts'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { ProductGrid } from '#site/features/listing/product-grid.tsx'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { SectionHead } from '#site/ui/section-head.tsx'
import type { Route } from './+types/brands.ts'

const intro = 'The brands we feature, and what of theirs is in the catalog today.'
const shelvesQuery = brandShelvesQuery(
  brands.map(({ name }) => name),
  3,
)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: 'Featured Brands', description: intro, path: '/brands', siteUrl: siteUrlOf(matches) })

export async function loader({ context }: Route.LoaderArgs) {
  const [shelves, directory] = await Promise.all([
    loadQuery(context, shelvesQuery),
    loadQuery(context, directoryQuery('brand')),
  ])
  return { shelves, directory: dataOf(directory) }
}

export default function Brands({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <CategoryTabs />
      <div className={layout.wrap}>
        <header className={layout.pageHead}>
          <p className={layout.kicker}>Brands</p>
          <h1 className={`${layout.display} ${layout.pageTitle}`}>
            Featured <em>Brands</em>
          </h1>
          <p className={layout.lede}>{intro}</p>
        </header>
        <DisclosureLine />
        <BrandList shelves={loaderData.shelves} />
        {loaderData.directory && <EveryBrand directory={loaderData.directory} />}
        <PartnerBlock />
      </div>
    </>
  )
}

/** Each with how many items it has. A catalogue of more names than one response holds shows its beginning. */
function EveryBrand({ directory: { entries, pages } }: { directory: Directory }) {
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="every-brand-title" className={layout.section}>
      <SectionHead id="every-brand-title" kicker="A to Z" title="Every brand in the catalog" />
      <ul className={brandsStyles.everyBrand}>
        {entries.map(({ name, slug, items }) => (
          <li key={slug}>
            <a href={`/brands/${slug}`}>{name}</a> <span>{items.toLocaleString('en-US')}</span>
          </li>
        ))}
      </ul>
      {pages > entries.length && (
        <p>
          These are the first {entries.length.toLocaleString('en-US')} of {pages.toLocaleString('en-US')}; the search
          finds every one.
        </p>
      )}
    </section>
  )
}

/** The list stands without its products: a shelf that could not be read is left out. */
function BrandList({ shelves }: { shelves: QueryResult<Record<string, Offer[]>> }) {
  const products = dataOf(shelves)
  return (
    <ul className={brandsStyles.brandList}>
      {brands.map((brand) => (
        <li key={brand.slug}>
          <BrandRow brand={brand} offers={products?.[brand.name] ?? []} />
        </li>
      ))}
    </ul>
  )
}

function BrandRow({ brand, offers }: { brand: Brand; offers: readonly Offer[] }) {
  const { slug, name, category, text, url } = brand
  return (
    <article className={brandsStyles.brandRow} data-part="brand-row" data-alone={offers.length === 0 || undefined}>
      <div className={brandsStyles.brandCard}>
        <BrandMark slug={slug} />
        <div>
          <p className={layout.kicker}>{category}</p>
          <h2 className={layout.display}>{name}</h2>
          <p>{text}</p>
        </div>
        <p className={brandsStyles.brandWays}>
          <OutboundLink
            href={url}
            merchant={name}
            product="the brand’s own shop"
            slot="brands"
            className={controls.textLink}
          >
            {`Visit ${name}`}
          </OutboundLink>
          {offers.length > 0 && (
            <a href={`/brands/${slug}`} className={controls.moreLink}>
              Finds by {name}
              <ArrowIcon />
            </a>
          )}
        </p>
      </div>
      {offers.length > 0 && (
        <div>
          <ProductGrid offers={offers} slot="brands-finds" />
        </div>
      )}
    </article>
  )
}
