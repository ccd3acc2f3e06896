import type { Listing } from '#site/features/listing/listing.ts'
import { parseListing } from '#site/features/listing/parse-listing.ts'

export interface DealPage {
  categories: readonly string[]
  kicker: string
  title: string
  intro: string
  art: string
  gridTitle: string
  /** The first leads down to the grid, unless it names another place. */
  buttons: readonly [{ label: string; to?: string }, { label: string; to: string }]
}

/** Deals of one department, by address (specification, 2.7). */
export const dealPages: Readonly<Record<string, DealPage>> = {
  '/gifts': {
    categories: ['Gifts', 'Home & Decor'],
    kicker: 'To give and to keep',
    title: 'Home & Gifts Deals',
    intro:
      'For hosts, sisters, teachers and the friend who has everything: candles, linen, little luxuries, and things for a home that people love to come to.',
    art: 'gifts-tall',
    gridTitle: 'Good to give',
    buttons: [{ label: 'Shop Home & Gifts' }, { label: 'View All Gifts', to: '/products?category=Gifts' }],
  },
  '/fashion': {
    categories: ['Fashion'],
    kicker: 'Fashion',
    title: 'Best Fashion Deals & Discounts',
    intro:
      'Pieces that earn their hanger: knits, denim, dresses and the coat you keep. Newest first, with the time the prices were read.',
    art: 'fashion-tall',
    gridTitle: 'On the rail now',
    buttons: [{ label: 'Shop All Deals' }, { label: 'View All Fashion', to: '/products?category=Fashion' }],
  },
}

/** A list with one dropdown for the category and one for the merchant: anything else in the address is not its own. */
export function parseDeals(search: URLSearchParams): Listing {
  const listing = parseListing(search)
  const one = (values: readonly string[]) => values.slice(0, 1)
  return {
    ...listing,
    ...{ categories: one(listing.categories), merchants: one(listing.merchants), brands: [], min: null, max: null },
    ...{ colors: [], sizes: [], inStock: false, fallen: false },
    sort: 'newest',
  }
}
