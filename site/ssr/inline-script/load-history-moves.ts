import { whenHydrated } from './when-hydrated.ts'

/** What a page shows follows from this; a fragment only scrolls. */
const shownAddress = () => location.pathname + location.search

/**
 * Until the router runs, every move through the history loads the page it leads to. Entries of an earlier life of this
 * document (before a reload, or before a phone discarded the tab) change the address without loading anything: the page
 * would stay under another address, and the router would start with data that does not belong to it.
 */
export function loadHistoryMoves(): void {
  const shown = shownAddress()
  const onMove = () => {
    if (shownAddress() !== shown) location.reload()
  }
  addEventListener('popstate', onMove)
  // From here on moves are the router's.
  whenHydrated(() => removeEventListener('popstate', onMove))
}
