import type { Listing } from '#site/features/listing/listing.ts'
import { listingQuery } from '#site/features/listing/products.ts'
import { type ShopKind, shopKinds } from './shop-kinds.ts'

/** The catalogue's products of a kind, as a list that its address narrows. */
export const kindListQuery = (kind: ShopKind, listing: Listing) =>
  listingQuery({ ...listing, categories: shopKinds[kind] })
