import { useSyncExternalStore } from 'react'
import { renewToast } from '#design/toasts.ts'
import { comparedItemsKey } from '#site/features/saved/storage-keys.ts'
import { comparedIds, mostCompared } from './compared-ids.ts'

/**
 * The comparison that this browser has begun: it grows over lists and products, and is what /compare showed last.
 * Numbers as in the address of a comparison. Without storage it lasts as long as the page.
 */
let unstored: string | null = null
let text = ''
let ids: readonly number[] = []
const none: readonly number[] = []
const listeners = new Set<() => void>()

/** The same array as long as it holds the same: React compares by identity. */
export function begunComparison(): readonly number[] {
  const found = unstored ?? readText()
  if (found !== text) {
    text = found
    ids = comparedIds(new URLSearchParams({ items: found })).ids.slice(0, mostCompared)
  }
  return ids
}

/** None on the server, which knows no visitor. */
export const useBegunComparison = (): readonly number[] => useSyncExternalStore(subscribe, begunComparison, () => none)

export function keepComparison(next: readonly number[]): void {
  const kept = next.join(',')
  try {
    localStorage.setItem(comparedItemsKey, kept)
    unstored = null
  } catch {
    unstored = kept
  }
  for (const listener of listeners) listener()
}

/** A fifth item is not taken, and it is said why. */
export function compareItem(id: number, wanted: boolean): void {
  if (!wanted) keepComparison(begunComparison().filter((other) => other !== id))
  else if (!addToComparison(id))
    renewToast('error', 'Four items fit beside each other. Take one out of the comparison to add another.')
}

/** Whether it is compared now: a fifth item is not. */
export function addToComparison(id: number): boolean {
  const begun = begunComparison()
  if (begun.includes(id)) return true
  if (begun.length >= mostCompared) return false
  keepComparison([...begun, id])
  return true
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}

function onStorage({ key }: StorageEvent): void {
  if (key === comparedItemsKey || key === null) for (const listener of listeners) listener()
}

function readText(): string {
  try {
    return localStorage.getItem(comparedItemsKey) ?? ''
  } catch {
    return ''
  }
}
