import type { Filters } from '#site/features/listing/listing.ts'

/** What the catalogue has pages of, beside its products. */
export type CatalogueKind = 'brand' | 'merchant' | 'category'

interface KindOfPage {
  kind: CatalogueKind
  /** Its filter in lists, which the page itself sets. */
  filter: keyof Pick<Filters, 'brands' | 'merchants' | 'categories'>
  /** The step above it. */
  parent: { label: string; path: string }
  /** In the sitemap's addresses. */
  shard: string
}

/** By the first part of the address. */
export const catalogueKinds: Readonly<Record<string, KindOfPage>> = {
  '/brands': {
    kind: 'brand',
    filter: 'brands',
    parent: { label: 'Brands', path: '/brands' },
    shard: 'brands',
  },
  '/stores': {
    kind: 'merchant',
    filter: 'merchants',
    parent: { label: 'Stores', path: '/stores' },
    shard: 'stores',
  },
  '/categories': {
    kind: 'category',
    filter: 'categories',
    parent: { label: 'Categories', path: '/categories' },
    shard: 'categories',
  },
}
