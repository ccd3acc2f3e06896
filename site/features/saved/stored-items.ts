/** A product as this browser remembers it: enough to be shown when the shop no longer has it. */
export interface StoredItem {
  /** A product's id; a retailer find's carries 'find-' before it, because the two are numbered apart. */
  id: string
  /** The ids of the same item's other offers (its shops, colours and sizes), as far as they are known. */
  also: readonly string[]
  name: string
  image: string | null
  price: number | null
  currency: string
  merchant: string
  /** ISO time of saving or viewing. */
  at: string
}

export interface StoredItems {
  /** Newest first. */
  list: () => readonly StoredItem[]
  /** False when the browser does not store it: the list then lasts as long as the page. */
  write: (items: readonly StoredItem[]) => boolean
  /** Heard in this tab and from the others. */
  subscribe: (listener: () => void) => () => void
}

/** The shape's number: a list of another version is left alone by readers that do not know it. */
const version = 1
const maxText = 500
/** An item of more offers is shown by its first ones: the whole list must fit into what a browser stores. */
const maxAlso = 60

/** A list of products under one key of localStorage, tolerant of blocked storage and of whatever stands under the key. */
export function storedItems(key: string, cap: number): StoredItems {
  const listeners = new Set<() => void>()
  let text: string | null = null
  let items: readonly StoredItem[] = []
  /** What could not be stored. */
  let unstored: readonly StoredItem[] | null = null

  const list = () => {
    if (unstored) return unstored
    const found = readText(key)
    // The same text gives the same array: React compares by identity.
    if (found !== text) {
      text = found
      items = parseItems(found, cap)
    }
    return items
  }

  const onStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    for (const listener of listeners) listener()
  }

  return {
    list,
    write(next) {
      const kept = next.slice(0, cap)
      try {
        localStorage.setItem(key, JSON.stringify({ version, items: kept }))
        unstored = null
      } catch {
        unstored = kept
      }
      for (const listener of listeners) listener()
      return unstored === null
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', onStorage)
      }
    },
  }
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Whatever is damaged is left out; the rest stays. */
export function parseItems(text: string | null, cap: number): StoredItem[] {
  if (!text) return []
  const found = parsed(text)
  if (!isRecord(found) || found.version !== version || !Array.isArray(found.items)) return []
  const known = new Set<string>()
  return found.items
    .flatMap((value: unknown) => {
      const item = toItem(value)
      if (!item || known.has(item.id)) return []
      known.add(item.id)
      return [item]
    })
    .slice(0, cap)
}

function toItem(value: unknown): StoredItem | null {
  if (!isRecord(value)) return null
  const { id, also, name, image, price, currency, merchant, at } = value
  if (!isId(id)) return null
  if (typeof name !== 'string' || name === '' || typeof at !== 'string' || Number.isNaN(Date.parse(at))) return null
  return {
    id,
    also: Array.isArray(also) ? also.filter(isId).slice(0, maxAlso) : [],
    name: name.slice(0, maxText),
    image: typeof image === 'string' ? image : null,
    price: typeof price === 'number' && price >= 0 ? price : null,
    currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : 'USD',
    merchant: typeof merchant === 'string' ? merchant.slice(0, maxText) : '',
    at,
  }
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^(find-)?[1-9]\d{0,15}$/.test(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
