import { beautyLandings } from './beauty-landings.ts'

/** Where a category's products are listed: its own page, or the whole list filtered. For loaders: it brings every page's text. */
export function categoryPath(category: string): string {
  const own = Object.entries(beautyLandings).find(([, page]) => page.category === category)
  return own?.[0] ?? `/products?${new URLSearchParams({ category })}`
}
