/** What an article asks of the catalogue: products by number, the first few of a list, or the best of a search. */
export type ProductAsk = { ids: number[] } | { words: string } | ListAsk

export interface ListAsk {
  category: string | null
  merchant: string | null
  sort: 'newest' | 'price-asc' | 'price-desc'
}

/** Names one question among those of a text. */
export const askKey = (ask: ProductAsk): string => JSON.stringify(ask)

const longestValue = 200

/**
 * An address of ours as a question to the catalogue: '/p/rose-serum-42', '/products?category=Skincare&sort=price-asc' or
 * '/search?q=silk+pillowcase'.
 * Null for every other address, and for a list narrowed by anything that four cards could not keep true.
 */
export function productAsk(href: string): ProductAsk | null {
  if (!/^\/(?![/\\])/.test(href)) return null
  const [path = '', query = ''] = href.split('#', 1)[0]?.split('?', 2) ?? []
  const id = /^\/p\/(?:[^/]*-)?([1-9]\d{0,14})$/.exec(path)?.[1]
  if (id) return { ids: [Number(id)] }
  const search = new URLSearchParams(query)
  const text = (name: string) => search.get(name)?.trim().slice(0, longestValue) || null
  const only = (...names: string[]) => [...search.keys()].every((name) => names.includes(name))
  const words = text('q')
  if (path === '/search' && words && only('q')) return { words }
  if (path !== '/products' || !only('category', 'merchant', 'sort')) return null
  const sort = search.get('sort')
  return {
    category: text('category'),
    merchant: text('merchant'),
    sort: sort === 'price-asc' || sort === 'price-desc' ? sort : 'newest',
  }
}
