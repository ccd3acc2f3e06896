const moved: Record<string, string> = {
  '/alldeals': '/all-deals',
  '/about-us': '/about',
  '/contact-us': '/contact',
  '/privacy-policy': '/privacy',
  '/terms-conditions': '/terms',
}

/** The lasting address of one that moved; null for all others. A trailing slash is one of them. */
export function movedTo(path: string): string | null {
  const bare = path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') || '/' : path
  if (bare.startsWith('//')) return '/' // '//host' would be somebody else's address
  const collection = /^\/collections\/([^/]+)$/.exec(bare)
  if (collection) return `/shop/${collection[1]}`
  return moved[bare] ?? (bare === path ? null : bare)
}
