import { lazy, Suspense } from 'react'
import * as controls from '#design/controls.module.css'
import * as brandsStyles from '#site/features/brands/brands.module.css'
import type { Brand } from '#site/features/brands/brands.ts'
import type { Listing } from '#site/features/listing/listing.ts'
import type { ListingPage } from '#site/features/listing/listing-page.ts'
import { ListingScreen } from '#site/features/listing/listing-screen.tsx'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import type { Block } from '#site/ssr/data/use-block.ts'
import { StateNote } from '#site/ui/state-note.tsx'
import type { CatalogueKind } from './catalogue-kinds.ts'
import type { CategoryLink } from './queries.ts'

/** Of all brands a few have a mark: its script is asked for by their pages alone. */
const BrandMark = import.meta.env.SSR
  ? (await import('#site/features/brands/brand-mark.tsx')).BrandMark
  : lazy(() => import('#site/features/brands/brand-mark.tsx').then((module) => ({ default: module.BrandMark })))

interface CatalogueScreenProps {
  kind: CatalogueKind
  base: string
  name: string
  /** Facts of the catalogue in a sentence or two. */
  words: string
  /** A brand that the site features has words, a mark and a shop of its own. */
  featured: Brand | null
  parent: { label: string; path: string }
  /** Categories that are kinds of this one. */
  within: readonly CategoryLink[]
  listing: Listing
  page: Block<ListingPage>
}

const kickers = { brand: 'Brand', merchant: 'Store', category: 'Category' } as const
const fixed = { brand: 'brands', merchant: 'merchants', category: 'categories' } as const
const slots = { brand: 'brand-finds', merchant: 'store-list', category: 'category-list' } as const

/** Everything of one brand, merchant or category: what it is in figures, and its products. */
export function CatalogueScreen({ kind, base, name, words, featured, within, ...list }: CatalogueScreenProps) {
  return (
    <ListingScreen
      {...list}
      base={base}
      fixed={fixed[kind]}
      slot={slots[kind]}
      kicker={featured?.category ?? kickers[kind]}
      title={name}
      mark={
        featured && (
          <Suspense>
            <BrandMark slug={featured.slug} />
          </Suspense>
        )
      }
      intro={[featured?.text, words].filter(Boolean).join(' ')}
      empty={<Nothing kind={kind} name={name} hasShop={featured !== null} />}
    >
      {within.length > 0 && (
        <nav aria-label={`Kinds of ${name}`} className={brandsStyles.catalogueWays}>
          <ul className={controls.chips}>
            {within.map((category) => (
              <li key={category.path}>
                <a href={category.path} className={controls.chip}>
                  {category.name} ({category.items.toLocaleString('en-US')})
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {featured && (
        <p className={`${brandsStyles.brandWays} ${brandsStyles.catalogueWays}`}>
          <OutboundLink
            href={featured.url}
            merchant={name}
            product="the brand’s own shop"
            slot="brand"
            className={controls.button}
          >
            {`Visit ${name}`}
          </OutboundLink>
        </p>
      )}
    </ListingScreen>
  )
}

function Nothing({ kind, name, hasShop }: { kind: CatalogueKind; name: string; hasShop: boolean }) {
  const where = { brand: 'by', merchant: 'from', category: 'in' }[kind]
  return (
    <StateNote
      kind="empty"
      title={`Nothing ${where} ${name} right now`}
      text={hasShop ? 'Its own shop is one click away.' : 'It appears here again with its next product.'}
    >
      <a href="/products" className={controls.textLink}>
        See all products
      </a>
    </StateNote>
  )
}
