import { useSyncExternalStore } from 'react'
import type { StoredItem, StoredItems } from '#site/features/saved/stored-items.ts'

const none: readonly StoredItem[] = []

/** A list of this browser, as it is now; empty on the server, which knows none. */
export const useStored = ({ list, subscribe }: Pick<StoredItems, 'list' | 'subscribe'>): readonly StoredItem[] =>
  useSyncExternalStore(subscribe, list, () => none)
