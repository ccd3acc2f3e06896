import { savedItemsKey } from './storage-keys.ts'
import { type StoredItem, storedItems } from './stored-items.ts'

/** Some 60 kB of the 5 MB a browser grants a site; a longer list is no longer a list one looks through. */
export const maxSaved = 200

const items = storedItems(savedItemsKey, maxSaved)

export const savedItems = items.list
export const subscribeSaved = items.subscribe
export const isSaved = (id: string): boolean => items.list().some((item) => item.id === id)

/** 'full' keeps the list as it is: nothing saved is pushed out in silence. */
export function saveItem(item: StoredItem): 'saved' | 'full' | 'unstored' {
  const others = items.list().filter(({ id }) => id !== item.id)
  if (others.length >= maxSaved) return 'full'
  return items.write([item, ...others]) ? 'saved' : 'unstored'
}

/** What puts it back where it was; null when it was not there. */
export function unsaveItem(id: string): (() => void) | null {
  const before = items.list()
  const place = before.findIndex((item) => item.id === id)
  const removed = before[place]
  if (!removed) return null
  items.write(before.toSpliced(place, 1))
  return () => {
    const now = items.list()
    if (!now.some((item) => item.id === id)) items.write(now.toSpliced(place, 0, removed))
  }
}

export function clearSaved(): () => void {
  const before = items.list()
  items.write([])
  return () => void items.write(before)
}
