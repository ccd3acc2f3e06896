import { z } from '../zod.ts'

export interface SavedView {
  name: string
  /** The address's parameters. */
  search: string
}

/** A name twice is the newer view; more than twenty nobody finds again. */
const MOST = 20
const stored = z.array(z.object({ name: z.string().max(80), search: z.string().max(4000) })).catch([])

const keyOf = (list: string): string => `dahlia-views-${list}`

/** Views of a list that somebody saved in this browser. */
export function savedViews(list: string, storage: Pick<Storage, 'getItem'> = localStorage): SavedView[] {
  try {
    return stored.parse(JSON.parse(storage.getItem(keyOf(list)) ?? '[]'))
  } catch {
    return [] // not JSON, or no storage in this browser: there are none
  }
}

/** Saves one; false where the browser keeps nothing. */
export function saveView(list: string, view: SavedView, storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage) {
  return write(list, [view, ...savedViews(list, storage).filter(({ name }) => name !== view.name)], storage)
}

export function removeView(list: string, name: string, storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage) {
  return write(
    list,
    savedViews(list, storage).filter((view) => view.name !== name),
    storage,
  )
}

function write(list: string, views: readonly SavedView[], storage: Pick<Storage, 'setItem'>): boolean {
  try {
    storage.setItem(keyOf(list), JSON.stringify(views.slice(0, MOST)))
    return true
  } catch {
    return false // full, or forbidden
  }
}
