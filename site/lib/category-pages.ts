export interface CategoryPage {
  /** The products' category; without one the page lists everything and keeps the category filter. */
  category?: string
  kicker: string
  title: string
  intro: string
  /** Shows the category tab bar, as on the deals pages. */
  tabs?: boolean
}

/** Product pages by their address. A product list with a point of view; filters, order and pages as everywhere. */
export const categoryPages: Record<string, CategoryPage> = {
  '/shop': {
    kicker: 'Shop',
    title: 'The Shop',
    intro: 'Balms, creams, scents and the things around them, from the shops that sell them.',
  },
  '/makeup': {
    category: 'Makeup',
    kicker: 'Beauty + Wellness',
    title: 'Makeup',
    intro: 'Colour with a point of view, and bases that disappear into skin.',
    tabs: true,
  },
  '/skincare': {
    category: 'Skincare',
    kicker: 'Beauty + Wellness',
    title: 'Skincare',
    intro: 'Cleansers, serums and creams that do what the label says.',
    tabs: true,
  },
  '/hair': {
    category: 'Hair',
    kicker: 'Beauty + Wellness',
    title: 'Hair Care',
    intro: 'Wash, mend, shape: for hair that has other plans in the morning.',
    tabs: true,
  },
  '/fragrance': {
    category: 'Fragrance',
    kicker: 'Beauty + Wellness',
    title: 'Fragrance',
    intro: 'Scents for the office, for the evening, and for nobody but you.',
    tabs: true,
  },
  '/bath-body': {
    category: 'Bath & Body',
    kicker: 'Beauty + Wellness',
    title: 'Bath & Body',
    intro: 'The long way through the evening: oils, scrubs, butters and very hot water.',
    tabs: true,
  },
  '/tools': {
    category: 'Tools',
    kicker: 'Beauty + Wellness',
    title: 'Tools',
    intro: 'Brushes, rollers and irons that are worth the drawer they live in.',
    tabs: true,
  },
}
