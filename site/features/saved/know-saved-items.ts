import { readAgain } from '#site/ssr/data/read-again.ts'
import { itemOffersQuery } from './item-offers.ts'
import { noteItemOffers } from './saved-items.ts'

/** Learns which other offers these saved products have. Without an answer each stays saved by itself. */
export async function knowSavedItems(keys: readonly string[]): Promise<void> {
  try {
    noteItemOffers(await readAgain(itemOffersQuery(keys)))
  } catch {
    // No connection. It is asked again when the next item is saved, and by the profile page.
  }
}
