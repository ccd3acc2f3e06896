export interface SavedView {
  name: string
  /** The address's parameters. */
  search: string
}

/** A name twice is the newer view; more than twenty nobody finds again. */
const MOST = 20

const keyOf = (list: string): string => `dahlia-views-${list}`

/** Views of a list that somebody saved in this browser. */
export function savedViews(list: string, storage: Pick<Storage, 'getItem'> = localStorage): SavedView[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(list)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView) : []
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

// By hand: a schema's library would weigh more than the whole list.
const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'string'
