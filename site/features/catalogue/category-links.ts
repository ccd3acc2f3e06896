import { writtenPage } from '#site/features/product/category-path.ts'
import { shopKinds } from '#site/features/shop/shop-kinds.ts'
import type { CategoryLink, Directory } from './queries.ts'

/** Every category that has an item, each at its own page. For loaders: it brings every written page's text. */
export const categoryLinks = ({ entries }: Directory): CategoryLink[] =>
  entries.map(({ name, slug, items }) => ({ name, items, path: writtenPage(name) ?? `/categories/${slug}` }))

/** What merchants name when they are not exact, with the exact names. */
const kindsOf: Readonly<Record<string, readonly string[]>> = { Beauty: shopKinds.beauty }

export const hasKinds = (category: string): boolean => Object.hasOwn(kindsOf, category)

/** The kinds of a category, without itself. */
export const linksWithin = (category: string, links: readonly CategoryLink[]): CategoryLink[] =>
  links.filter(({ name }) => name !== category && kindsOf[category]?.includes(name))
