import { savedItemsKey } from './storage-keys.ts'
import { type StoredItem, storedItems } from './stored-items.ts'

/** Some 60 kB of the 5 MB a browser grants a site; a longer list is no longer a list one looks through. */
export const maxSaved = 200

const items = storedItems(savedItemsKey, maxSaved)

export const savedItems = items.list
export const subscribeSaved = items.subscribe
export const isSaved = (id: string): boolean => items.list().some((item) => isOffer(item, id))

/** 'full' keeps the list as it is: nothing saved is pushed out in silence. */
export function saveItem(item: StoredItem): 'saved' | 'full' | 'unstored' {
  const others = items.list().filter((other) => !isSameItem(other, item))
  if (others.length >= maxSaved) return 'full'
  return items.write([item, ...others]) ? 'saved' : 'unstored'
}

/** What puts it back where it was; null when it was not there. */
export function unsaveItem(id: string): (() => void) | null {
  const before = items.list()
  const place = before.findIndex((item) => isOffer(item, id))
  const removed = before[place]
  if (!removed) return null
  items.write(before.toSpliced(place, 1))
  return () => {
    const now = items.list()
    if (!now.some((item) => isSameItem(item, removed))) items.write(now.toSpliced(place, 0, removed))
  }
}

export function clearSaved(): () => void {
  const before = items.list()
  items.write([])
  return () => void items.write(before)
}

/** All offers of each item, as the shop knows them now: what turns out to be one item is kept once, at its first place. */
export function noteItemOffers(offersOf: ReadonlyMap<string, readonly string[]>): void {
  const before = items.list()
  const known = before.map((item) => withOffers(item, offersOf.get(item.id)))
  const kept = known.filter((item, at) => !known.slice(0, at).some((other) => isSameItem(other, item)))
  if (kept.length < before.length || kept.some((item, at) => item !== before[at])) items.write(kept)
}

/** The same object when nothing is new. */
function withOffers(item: StoredItem, offers: readonly string[] | undefined): StoredItem {
  const also = offers?.filter((id) => id !== item.id)
  return also === undefined || String(also) === String(item.also) ? item : { ...item, also }
}

const isOffer = (item: StoredItem, id: string): boolean => item.id === id || item.also.includes(id)
const isSameItem = (a: StoredItem, b: StoredItem): boolean => isOffer(a, b.id) || isOffer(b, a.id)
