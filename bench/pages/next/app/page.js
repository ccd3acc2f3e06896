import { Page } from './listing.js'

/** Incremental static regeneration, with the age that the shop gives its own pages. */
export const revalidate = 300
export const metadata = { title: 'All Deals & Discounts' }

export default Page
