import { places } from '#domain/places.ts'
import { unlinkedRoutes } from '#domain/validate-navigation.ts'
import { editorsPath } from '#site/features/journal/editors-path.ts'

const moved: Record<string, string> = {
  '/alldeals': '/all-deals',
  // Whoever writes here signs as one.
  '/authors': editorsPath,
  '/about-us': '/about',
  '/contact-us': '/contact',
  '/privacy-policy': '/privacy',
  '/terms-conditions': '/terms',
}

/** The slug of an address of a collection of wallpapers or products; null for all other addresses. */
export const collectionSlug = (path: string): string | null =>
  /^\/collections\/([a-z0-9-]{1,100})\/?$/.exec(path.toLowerCase())?.[1] ?? null

/** The lasting address of one that moved; null for all others. A trailing slash is one of them, and so are capitals. */
export function movedTo(path: string): string | null {
  const bare = inSmallLetters(path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') || '/' : path)
  if (bare.startsWith('//')) return '/' // '//host' would be somebody else's address
  const collection = /^\/collections\/([^/]+)$/.exec(bare)
  if (collection) return `/shop/${collection[1]}`
  return moved[bare] ?? (bare === path ? null : bare)
}

const firstPart = (path: string): string => path.split('/')[1] ?? ''
const ownParts: ReadonlySet<string> = new Set(Object.keys({ ...moved, ...places, ...unlinkedRoutes }).map(firstPart))

/**
 * Every address of ours is in small letters, and a router that takes capitals too would show one page at many. Pages and
 * articles of editors may have capitals in their own part.
 */
function inSmallLetters(path: string): string {
  const first = firstPart(path)
  const small = first.toLowerCase()
  if (!ownParts.has(small)) return path
  if (small === 'blog') return path.replace(first, small)
  return path.replaceAll(/%[0-9A-F]{2}|[A-Z]+/g, (part) => (part.startsWith('%') ? part : part.toLowerCase()))
}
