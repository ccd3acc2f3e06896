import { isOfKind, type StoreKind } from '#domain/shopify-kinds.ts'
import type { Offer } from '#site/features/offer/offer.ts'

/** A product of the hosted store: a card, and what its grid is filtered by. */
export interface StoreProduct {
  offer: Offer
  handle: string
  category: string
  tags: string[]
}

export interface StoreFilter {
  /** A vendor: only products whose merchant is exactly that. */
  brand: string | null
  kind: StoreKind | null
}

export const filterStore = (products: readonly StoreProduct[], { brand, kind }: StoreFilter): StoreProduct[] =>
  products.filter(
    (product) =>
      (!brand || product.offer.merchant === brand) &&
      (!kind || isOfKind({ ...product, name: product.offer.name }, kind)),
  )

export const brandsOf = (products: readonly StoreProduct[]): string[] =>
  [...new Set(products.map(({ offer }) => offer.merchant))].sort((a, b) => a.localeCompare(b, 'en'))
