import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'
import type { CatalogueKind } from './catalogue-kinds.ts'

/** A brand, merchant or category, by the address of its page. */
export interface CataloguePage {
  /** How feeds spell it; the first is how most do. */
  names: string[]
  items: number
  /** In US dollars; null while no price is known. */
  lowest: number | null
  highest: number | null
  /** The last part of its page's address now, where it was renamed. */
  movedTo: string | null
}

/** Null: no product ever had a name of this address. */
export const cataloguePageQuery = (kind: CatalogueKind, slug: string): ShopQuery<CataloguePage | null> => ({
  key: `catalogue-page ${JSON.stringify({ kind, slug })}`,
  tables: ['products'],
  read: async (client) => {
    const asked = { kind_param: kind, slug_param: slug }
    const [row] = unwrap(await client.rpc('catalogue_page', asked)) ?? []
    if (!row) return null
    const { moved_to: movedTo, ...page } = row
    return { ...page, movedTo }
  },
})

export interface CatalogueEntry {
  name: string
  slug: string
  items: number
}

/** A link to a category, with how many items it has. */
export interface CategoryLink {
  name: string
  path: string
  items: number
}

export interface Directory {
  entries: CatalogueEntry[]
  /** How many pages of the kind there are in all. */
  pages: number
}

/** As many as one response of the backend holds. */
export const directorySize = 1000

/** The pages of a kind that have an item, by their addresses. */
export const directoryQuery = (kind: CatalogueKind, start = 0): ShopQuery<Directory> => ({
  key: `catalogue-directory ${JSON.stringify({ kind, start })}`,
  tables: ['products'],
  read: async (client) => {
    const asked = { kind_param: kind, page_size: directorySize, page_start: start }
    const rows = unwrap(await client.rpc('catalogue_directory', asked)) ?? []
    return {
      entries: rows.map(({ name, slug, items }) => ({ name, slug, items })),
      pages: rows[0]?.pages ?? 0,
    }
  },
})
