import { productPath } from '#domain/product-path.ts'
import { publicSettings } from '#site/ssr/data/public-settings.ts'
import { searchHref } from '../search-params.ts'

export interface Suggestion {
  kind: 'word' | 'category' | 'product' | 'article'
  label: string
  /** Where choosing it leads. */
  href: string
}

/** Longer beginnings have no completion. */
const longestTyped = 100

/**
 * What may be meant by what has been typed so far. One GET that says nothing of the visitor, so that browsers and networks
 * may keep its answer for a minute.
 */
export async function readSuggestions(typed: string, signal: AbortSignal): Promise<Suggestion[]> {
  const search = new URLSearchParams({ typed: typed.slice(0, longestTyped).replace(/\s+/g, ' ').toLowerCase() })
  const reply = await fetch(`/rest/v1/rpc/suggest?${search}`, {
    headers: { apikey: publicSettings().publishableKey },
    signal,
  })
  if (!reply.ok) throw new Error(`Suggestions: ${reply.status}`)
  const rows: unknown = await reply.json()
  return Array.isArray(rows) ? rows.flatMap((row) => toSuggestion(row) ?? []) : []
}

/** A row of the function suggest; null for what is none. */
export function toSuggestion(row: unknown): Suggestion | null {
  if (typeof row !== 'object' || row === null || !('kind' in row) || !('label' in row)) return null
  const { kind, label } = row
  if (typeof label !== 'string') return null
  if (kind === 'word') return { kind, label, href: searchHref({ query: label }) }
  if (kind === 'category') return { kind, label, href: `/products?${new URLSearchParams({ category: label })}` }
  if (kind === 'product' && 'id' in row && typeof row.id === 'number') {
    return { kind, label, href: productPath({ id: row.id, product_name: label }) }
  }
  if (kind === 'article' && 'link' in row && typeof row.link === 'string') return { kind, label, href: row.link }
  return null
}
