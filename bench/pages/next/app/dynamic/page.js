import { Page } from '../listing.js'

/** Rendered for every request, its rows read each time. */
export const dynamic = 'force-dynamic'
export const metadata = { title: 'All Deals & Discounts' }

export default Page
