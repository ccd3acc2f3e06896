import { useSyncExternalStore } from 'react'

/** Remembered for a week, in a cookie as the specification says (B 2, B 9). */
const COOKIE = 'sidebar_state'
const MAX_AGE_S = 7 * 24 * 60 * 60

const listeners = new Set<() => void>()
/** Open unless it was closed. */
let isOpen = !/(?:^|;\s*)sidebar_state=false(?:;|$)/.test(document.cookie)

export function toggleSidebar(): void {
  isOpen = !isOpen
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that staff use.
  document.cookie = `${COOKIE}=${isOpen}; path=/admin; max-age=${MAX_AGE_S}; samesite=lax`
  for (const listener of listeners) listener()
}

export const useSidebarOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
  )
