import type { Offer } from '#site/features/offer/offer.ts'

/** A product of the hosted store: a card, and what its grid is filtered by. */
export interface StoreProduct {
  offer: Offer
  handle: string
  category: string
  tags: string[]
}

/** The kinds that the specification gives rules for (5). */
export const storeKinds = [
  { id: 'jewelry', label: 'Jewelry' },
  { id: 'swimwear', label: 'Swimwear' },
] as const
export type StoreKind = (typeof storeKinds)[number]['id']

const words: Record<StoreKind, RegExp> = {
  jewelry: /jewelry|jewellery|necklace|earring|bracelet|ring/i,
  swimwear: /swim|bikini|swimsuit/i,
}

/** Tags, category or name contain one of the kind's words. */
const isOfKind = ({ offer, category, tags }: StoreProduct, kind: StoreKind): boolean =>
  [...tags, category, offer.name].some((text) => words[kind].test(text))

export interface StoreFilter {
  /** A vendor: only products whose merchant is exactly that. */
  brand: string | null
  kind: StoreKind | null
}

export const filterStore = (products: readonly StoreProduct[], { brand, kind }: StoreFilter): StoreProduct[] =>
  products.filter((product) => (!brand || product.offer.merchant === brand) && (!kind || isOfKind(product, kind)))

export const brandsOf = (products: readonly StoreProduct[]): string[] =>
  [...new Set(products.map(({ offer }) => offer.merchant))].sort((a, b) => a.localeCompare(b, 'en'))
