import { data } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { BrandMark } from '#site/features/brands/brand-mark.tsx'
import * as brandsStyles from '#site/features/brands/brands.module.css'
import { type Brand, findBrand } from '#site/features/brands/brands.ts'
import { brandProductsQuery } from '#site/features/brands/queries.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import * as allProductsStyles from '#site/features/shop/all-products.module.css'
import { OffersBlock } from '#site/features/shop/offers-block.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/brand.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const brand = loaderData && findBrand(loaderData.slug)
  if (!brand) return []
  const { slug, name, category, text } = brand
  return pageMeta({
    title: name,
    description: `${category} by ${name}. ${text}`,
    path: `/brands/${slug}`,
    siteUrl: siteUrlOf(matches),
    noindex: loaderData.empty,
  })
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const brand = findBrand(params.slug)
  if (!brand) throw data(null, { status: 404, statusText: 'Not Found' })
  const products = await loadQuery(context, brandProductsQuery(brand.name))
  return { products, slug: brand.slug, empty: dataOf(products)?.length === 0 }
}

export default function BrandPage({ loaderData }: Route.ComponentProps) {
  const brand = findBrand(loaderData.slug)
  return brand ? <BrandScreen brand={brand} products={loaderData.products} /> : null
}

function BrandScreen({ brand, products }: { brand: Brand; products: QueryResult<Offer[]> }) {
  const { slug, name, category, text, url } = brand
  const block = useBlock(brandProductsQuery(name), products)
  return (
    <div className={layout.wrap}>
      <header className={layout.pageHead}>
        <BrandMark slug={slug} />
        <p className={layout.kicker}>{category}</p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>{name}</h1>
        <p className={layout.lede}>{text}</p>
        <DisclosureLine />
        <p className={brandsStyles.brandWays}>
          <OutboundLink
            href={url}
            merchant={name}
            product="the brand’s own shop"
            slot="brand"
            className={controls.button}
          >
            {`Visit ${name}`}
          </OutboundLink>
          <a href="/brands" className={controls.textLink}>
            All featured brands
          </a>
        </p>
      </header>
      <section aria-labelledby="finds-title" className={`${layout.section} ${layout.compact}`}>
        <h2 id="finds-title" className={layout.srOnly}>
          Finds by {name}
        </h2>
        <OffersBlock
          slot="brand-finds"
          offers={block}
          eager={4}
          empty={
            <StateNote kind="empty" title={`Nothing by ${name} right now`} text="Its own shop is one click away.">
              <a href="/products" className={controls.textLink}>
                See all products
              </a>
            </StateNote>
          }
        />
        <p className={allProductsStyles.shopMore}>
          <a href={`/products?brand=${encodeURIComponent(name)}`} className={`${controls.button} ${controls.quiet}`}>
            Sort and narrow all of {name}
          </a>
        </p>
      </section>
    </div>
  )
}
