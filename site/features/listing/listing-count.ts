import { type Listing, pageSize } from './listing.ts'

/** '48 products, page 2 of 2': also what a screen reader hears when the list changes. */
export function countText(total: number, listing: Listing): string {
  const pages = Math.ceil(total / pageSize)
  const products = `${total.toLocaleString('en-US')} product${total === 1 ? '' : 's'}`
  return pages > 1 && listing.page <= pages
    ? `${products}, page ${listing.page} of ${pages.toLocaleString('en-US')}`
    : products
}
