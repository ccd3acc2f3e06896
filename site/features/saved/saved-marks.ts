import { savedItemsKey } from './storage-keys.ts'
import type { StoredItem } from './stored-items.ts'

type Saved = Pick<StoredItem, 'id' | 'also'>

/** Fills the hearts of what is saved and counts it in the header. Every page comes without, and React sets none of it. */
export function markSaved(items: readonly Saved[]): void {
  const ids = new Set(items.flatMap(({ id, also = [] }) => [id, ...also]))
  for (const heart of document.querySelectorAll<HTMLElement>('[data-save]'))
    heart.ariaPressed = String(ids.has(heart.dataset.save ?? ''))
  const link = document.querySelector<HTMLElement>('[data-part=saved-link]')
  if (!link) return
  link.ariaLabel = items.length > 0 ? `Saved items, ${items.length}` : 'Saved items'
  link.dataset.count = String(items.length)
}

/** From what is stored, without the module that reads it whole: most pages never fetch that one. */
export function markStored(): void {
  try {
    markSaved(JSON.parse(localStorage.getItem(savedItemsKey) ?? '').items)
  } catch {
    markSaved([])
  }
}
