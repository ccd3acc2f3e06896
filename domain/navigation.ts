import type { Place } from './places.ts'

export interface NavLink {
  label: string
  /** A place of the inventory: a menu cannot lead anywhere else. */
  to: Place
  /** Other addresses that count as this one when marking the current page. */
  also?: readonly string[]
}

export interface NavGroup {
  label: string
  /** The drawer's name for the group, where it differs. */
  mobileLabel?: string
  links: readonly NavLink[]
}

export type NavEntry = NavLink | NavGroup

export const isGroup = (entry: NavEntry): entry is NavGroup => 'links' in entry

const shop: NavGroup = {
  label: 'Shop',
  links: [
    { label: 'All Shop', to: '/shop' },
    { label: 'Lip Balms & Treatments', to: '/shop/balms' },
    { label: 'Body Care', to: '/shop/body' },
    { label: 'Fragrance', to: '/shop/fragrance' },
    { label: 'Gift & Value Sets', to: '/shop/sets' },
    { label: 'New Jewelry', to: '/shop/new-jewelry' },
  ],
}

const collections: NavGroup = {
  label: 'Collections',
  links: [
    { label: 'View All', to: '/collections' },
    { label: 'New Arrivals', to: '/new' },
    { label: 'Phone Wallpapers', to: '/wallpapers' },
    { label: 'Gifts', to: '/gifts' },
  ],
}

const beauty: NavGroup = {
  label: 'Beauty',
  mobileLabel: 'Beauty + Wellness',
  links: [
    { label: 'All Beauty', to: '/beauty' },
    { label: 'Hair Care', to: '/hair' },
    { label: 'Makeup', to: '/makeup' },
    { label: 'Skincare', to: '/skincare' },
    { label: 'Bath & Body', to: '/bath-body' },
    { label: 'Fragrance', to: '/fragrance' },
  ],
}

const more: NavGroup = {
  label: 'More',
  links: [
    { label: 'Brands', to: '/brands' },
    { label: 'Spirit Animal Quiz', to: '/quiz/spirit-animal' },
    { label: 'Contact', to: '/contact' },
  ],
}

const home: NavLink = { label: 'Home', to: '/' }
const products: NavLink = { label: 'Products', to: '/products' }
const homeDecor: NavLink = { label: 'Home Decor', to: '/home-decor' }
const fashion: NavLink = { label: 'Fashion', to: '/fashion' }
const deals: NavLink = { label: 'Deals', to: '/all-deals', also: ['/alldeals'] }
const blog: NavLink = { label: 'Blog', to: '/blog' }

export const desktopMenu: readonly NavEntry[] = [
  home,
  products,
  shop,
  collections,
  beauty,
  homeDecor,
  fashion,
  deals,
  blog,
  more,
]

/** The drawer: standalone routes, then the collapsible groups. */
export const drawerLinks: readonly NavLink[] = [home, products, homeDecor, fashion, deals, blog, ...more.links]
export const drawerGroups: readonly NavGroup[] = [shop, collections, beauty]

/** The strip under the header on phones. */
export const stripGroups: readonly NavGroup[] = [shop, collections, beauty]

export const bottomTabs: readonly NavLink[] = [
  home,
  products,
  { label: 'Shop', to: '/shop' },
  deals,
  { label: 'Collections', to: '/collections' },
  blog,
  { label: 'More', to: '/contact' },
]

/** Category tab bar of the home and deals pages. */
export const categoryTabs: readonly NavLink[] = [
  { label: 'All Deals', to: '/all-deals', also: ['/alldeals'] },
  { label: 'New', to: '/new' },
  { label: 'Brands', to: '/brands' },
  { label: 'Makeup', to: '/makeup' },
  { label: 'Skincare', to: '/skincare' },
  { label: 'Hair', to: '/hair' },
  { label: 'Fragrance', to: '/fragrance' },
  { label: 'Bath & Body', to: '/bath-body' },
  { label: 'Tools', to: '/tools' },
]

/** In the header on every width. */
export const cart: NavLink = { label: 'Cart', to: '/cart' }

export const footerColumns: readonly NavGroup[] = [
  {
    label: 'Explore',
    links: [
      blog,
      { label: 'Beauty Tips', to: '/beauty' },
      { label: 'Lifestyle', to: '/lifestyle' },
      { label: 'Relationships', to: '/relationships' },
      { label: 'Fitness', to: '/fitness' },
      { label: 'Community', to: '/community' },
      { label: 'Spirit Animal Quiz', to: '/quiz/spirit-animal' },
      { label: 'Phone Wallpapers', to: '/wallpapers' },
    ],
  },
  {
    label: 'Shop',
    links: [
      { label: 'New Arrivals', to: '/new' },
      { label: 'All Products', to: '/products' },
      deals,
      { label: 'Price Drops', to: '/deals' },
      { label: 'Monthly Deals', to: '/monthly-deals' },
      { label: 'Offers', to: '/offers' },
      { label: 'Retailer Finds', to: '/amazon-deals' },
      { label: 'Collections', to: '/collections' },
      { label: 'Brands', to: '/brands' },
      { label: 'Stores', to: '/stores' },
      { label: 'Gifts', to: '/gifts' },
    ],
  },
  {
    label: 'Company',
    links: [
      { label: 'About', to: '/about' },
      { label: 'Contact', to: '/contact' },
      { label: 'Questions', to: '/faq' },
      { label: 'Saved Items', to: '/me' },
      { label: 'Privacy', to: '/privacy' },
      { label: 'Terms', to: '/terms' },
      { label: 'Affiliate Disclosure', to: '/affiliate-disclosure' },
      { label: 'Admin', to: '/admin/login' },
    ],
  },
]

export const isCurrent = (link: NavLink, pathname: string): boolean =>
  link.to === pathname || (link.also?.includes(pathname) ?? false)

export const flatten = (entries: readonly NavEntry[]): NavLink[] =>
  entries.flatMap((entry) => (isGroup(entry) ? [...entry.links] : [entry]))
