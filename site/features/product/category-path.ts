import { beautyLandings } from '#site/features/beauty/beauty-landings.ts'

/** Pages of their own that list a category's products, beside those of beauty. */
const ownPages: Readonly<Record<string, string>> = {
  Fashion: '/fashion',
  'Home & Decor': '/home-decor',
  Gifts: '/gifts',
  Jewelry: '/shop/new-jewelry',
  Beauty: '/beauty',
  Fitness: '/fitness',
}

/** The step above a product. Search engines are shown it, so it is a page that they may list: filtered lists are not. */
export function categoryCrumb(category: string): { label: string; path: string } {
  const landing = Object.entries(beautyLandings).find(([, page]) => page.category === category)?.[0]
  const path = landing ?? ownPages[category]
  return path ? { label: category, path } : { label: 'Products', path: '/products' }
}

/** Where a category's products are listed: its own page, or the whole list filtered. For loaders: it brings every page's text. */
export function categoryPath(category: string): string {
  const own = Object.entries(beautyLandings).find(([, page]) => page.category === category)
  return own?.[0] ?? `/products?${new URLSearchParams({ category })}`
}
