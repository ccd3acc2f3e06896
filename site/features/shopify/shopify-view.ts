import { storeKinds } from '#domain/shopify-kinds.ts'
import type { StoreFilter } from './shopify-product.ts'

/** What a grid of the hosted store shows. All of it is in the address. */
export interface StoreView extends StoreFilter {
  /** Handle of a collection; null for all of them. */
  collection: string | null
}

/** What the lists of collections and brands call "all": an item of a list may not be empty. */
export const everything = 'all'

const longest = 200
const handle = /^[\p{L}\p{M}\p{N}_-]{1,255}$/u

/** `initial` is the collection that the page itself is about. What an address says that is no handle is ignored. */
export function parseStoreView(search: URLSearchParams, initial: string | null): StoreView {
  const asked = search.get('collection')?.trim() ?? ''
  const brand = search.get('brand')?.trim().slice(0, longest) || null
  const kind = search.get('type')
  return {
    collection: asked === everything ? null : handle.test(asked) ? asked : initial,
    brand: brand === everything ? null : brand,
    kind: storeKinds.find(({ id }) => id === kind)?.id ?? null,
  }
}

export function storeHref({ base, initial, view }: { base: string; initial: string | null; view: StoreView }): string {
  const [path = base, query = ''] = base.split('?')
  const search = new URLSearchParams(query)
  if (view.collection !== initial) search.set('collection', view.collection ?? everything)
  if (view.brand) search.set('brand', view.brand)
  if (view.kind) search.set('type', view.kind)
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

export const isNarrowed = (view: StoreView, initial: string | null): boolean =>
  view.collection !== initial || view.brand !== null || view.kind !== null
