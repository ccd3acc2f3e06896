import { webAddress } from '#domain/safe-address.ts'
import type { ItemOffer } from './item-offers.ts'

/** What can be had comes first: in stock, then not told, ordered ahead, sold out. */
const stockRanks: Record<string, number> = { in_stock: 0, unknown: 1, preorder: 2, backorder: 3, out_of_stock: 4 }
const stockRank = ({ availability }: ItemOffer): number => stockRanks[availability] ?? 1

/** What is paid in the end, as far as it is known; delivery that is not told is not guessed. */
export const knownTotal = ({ price, deliveryCost }: ItemOffer): number | null =>
  price === null ? null : Math.round((price + (deliveryCost ?? 0)) * 100) / 100

/**
 * The offers that a visitor can be led to, the best first: what is in stock, at a known price in this currency, for the
 * lowest price with known delivery. An offer whose link is no web address leads nowhere and is left out.
 */
export function rankOffers(offers: readonly ItemOffer[], currency: string): ItemOffer[] {
  const key = (offer: ItemOffer) => [
    stockRank(offer),
    Number(offer.price === null),
    Number(offer.currency !== currency),
    knownTotal(offer) ?? 0,
    offer.id,
  ]
  return offers
    .filter(({ link }) => webAddress(link) !== null)
    .map((offer) => ({ offer, key: key(offer) }))
    .sort((a, b) => {
      const at = a.key.findIndex((value, index) => value !== b.key[index])
      return (a.key[at] ?? 0) - (b.key[at] ?? 0)
    })
    .map(({ offer }) => offer)
}

/** Why the first of the ranked offers is the best, in one sentence that is true of what is known. */
export function reasonFor(ranked: readonly ItemOffer[]): string | null {
  const [best] = ranked
  if (!best) return null
  const shops = ranked.length
  if (best.availability === 'out_of_stock') return shops > 1 ? `Sold out at all ${shops} shops.` : null
  if (best.price === null) return shops > 1 ? `None of ${shops} shops has a price that is known today.` : null
  if (shops === 1) return `The one shop we list for it${sentenceEnd(best, [best])}`
  const compared = ranked.filter((offer) => isComparable(offer, best))
  const inStock = best.availability === 'in_stock'
  if (compared.length === 1) {
    const others = ranked.filter((offer) => offer !== best)
    if (others.every(({ availability }) => availability === 'out_of_stock'))
      return `The only one of ${shops} shops that is not sold out${sentenceEnd(best, [best])}`
    if (!inStock) return `The only one of ${shops} shops whose price is known${sentenceEnd(best, [best])}`
    return others.some(({ availability }) => availability === 'in_stock')
      ? `The only one of ${shops} shops that tells a price and has it in stock.`
      : `The only one of ${shops} shops that says it has it in stock.`
  }
  const all =
    compared.length === shops
      ? `${shops} shops`
      : `the ${compared.length} shops ${inStock ? 'that have it' : 'with a known price'}`
  const lowest = isLowestBare(best, compared)
    ? `Lowest${best.deliveryCost === null ? ' price' : ''} of`
    : // A lower price stands below it, with dearer delivery.
      'Lowest total of'
  return `${lowest} ${all}${sentenceEnd(best, compared)}`
}

/** Only prices of one currency, for things that can be had alike, are held against each other. */
const isComparable = (offer: ItemOffer, best: ItemOffer): boolean =>
  offer.price !== null && offer.currency === best.currency && stockRank(offer) === stockRank(best)

const isLowestBare = (best: ItemOffer, compared: readonly ItemOffer[]): boolean =>
  compared.every(({ price }) => price === null || best.price === null || best.price <= price)

/** ', in stock, counting delivery.' as far as it is known. */
function sentenceEnd(best: ItemOffer, compared: readonly ItemOffer[]): string {
  const stock = { in_stock: ', in stock', preorder: ', for pre-order', backorder: ', on back-order' }[best.availability]
  return `${stock ?? ''}${deliveryWords(best, compared)}.`
}

function deliveryWords(best: ItemOffer, compared: readonly ItemOffer[]): string {
  if (best.deliveryCost === 0) return ', with free delivery'
  // Where shops are compared, their totals were; the one shop's total stands beside its price. Others that do not tell
  // theirs cannot be below this total: their prices alone are not.
  if (best.deliveryCost !== null) return compared.length > 1 ? ', counting delivery' : ''
  return isLowestBare(best, compared) ? ', before delivery' : ', counting the delivery costs that are known'
}

/** What is said when another shop has become the best, or its price another, while the page was open. */
export function newsOf(before: ItemOffer, ranked: readonly ItemOffer[]): string | null {
  const [best] = ranked
  const now = ranked.find(({ id }) => id === before.id)
  if (!best || (now === best && now.price === before.price)) return null
  if (now === best) return `The price at ${best.merchant} has changed since you opened this page.`
  const why = !now
    ? `${before.merchant} no longer sells it.`
    : now.availability === 'out_of_stock'
      ? `${before.merchant} has sold out since you opened this page.`
      : now.price === null
        ? `The price at ${before.merchant} is no longer known.`
        : `${best.merchant} has become the better offer.`
  return `${why} The button now leads to ${best.merchant}.`
}
