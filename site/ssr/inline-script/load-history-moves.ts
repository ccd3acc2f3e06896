import { whenHydrated } from './when-hydrated.ts'

/** What a page shows follows from this; a fragment only scrolls. */
const addressOf = ({ pathname, search }: URL | Location) => pathname + search

/** The address that this document came from: a move before the page's first script has changed the present one. */
function loadedAddress(): string {
  const [loaded] = performance.getEntriesByType('navigation')
  return addressOf(loaded ? new URL(loaded.name) : location)
}
const shown = loadedAddress()

/** False from a move through the history until the page that it leads to has been loaded. */
export const isShown = (): boolean => addressOf(location) === shown

/**
 * Until the router runs, every move through the history loads the page it leads to. Entries of an earlier life of this
 * document (before a reload, or before a phone discarded the tab) change the address without loading anything: the page
 * would stay under another address, and the router would start with data that does not belong to it.
 */
export function loadHistoryMoves(): void {
  const onMove = () => {
    if (!isShown()) location.reload()
  }
  loadMoveBefore()
  addEventListener('popstate', onMove)
  // From here on moves are the router's.
  whenHydrated(() => removeEventListener('popstate', onMove))
}

/** Once on end for an address: a browser that names documents in another way is not reloaded for ever. */
function loadMoveBefore(): void {
  try {
    const before = sessionStorage.getItem(moveKey)
    if (isShown()) sessionStorage.removeItem(moveKey)
    else if (before !== location.href) {
      sessionStorage.setItem(moveKey, location.href)
      location.reload()
    }
  } catch {
    // Without storage nothing could stop a second time.
  }
}
const moveKey = 'loaded-move'
