import { beautyLandings } from '#site/features/beauty/beauty-landings.ts'

/** A category's page that was written for it; the others have the one that the catalogue gives them. */
export function writtenPage(category: string): string | undefined {
  if (category === 'Home & Decor') return '/home-decor'
  return Object.entries(beautyLandings).find(([, page]) => page.category === category)?.[0]
}

/** The written page of a category's name as that page's own address has it: 'home-decor' beside 'home-and-decor'. */
export const pageWritten = (slug: string): string | undefined =>
  [...Object.keys(beautyLandings), '/home-decor'].find((path) => path === `/${slug}`)

/**
 * The step above a product. Search engines are shown it, so it is a page that they may list: filtered lists are not.
 * A category whose address is not known leads to the whole list.
 */
export function categoryCrumb(category: string, slug?: string): { label: string; path: string } {
  const path = writtenPage(category) ?? (slug && `/categories/${slug}`)
  return path ? { label: category, path } : { label: 'Products', path: '/products' }
}

/** Where a category's products are listed: its own page, or the whole list filtered. For loaders: it brings every page's text. */
export function categoryPath(category: string): string {
  const own = Object.entries(beautyLandings).find(([, page]) => page.category === category)
  return own?.[0] ?? `/products?${new URLSearchParams({ category })}`
}
