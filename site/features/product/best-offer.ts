import { webAddress } from '#domain/safe-address.ts'
import type { ItemOffer } from './item-offers.ts'

/** How surely a thing can be had: in stock, not told, ordered ahead, sold out. */
const stockRanks: Record<string, number> = { in_stock: 0, unknown: 1, preorder: 2, backorder: 3, out_of_stock: 4 }
const stockRank = ({ availability }: ItemOffer): number => stockRanks[availability] ?? 1

/** What is paid in the end, as far as it is known; delivery that is not told is not guessed. */
export const knownTotal = ({ price, deliveryCost }: ItemOffer): number | null =>
  price === null ? null : Math.round((price + (deliveryCost ?? 0)) * 100) / 100

/**
 * The offers that a visitor can be led to, the best first: what can be bought, at a known price in this currency, the more
 * surely, for the lowest price with known delivery. Lists choose what they show alike (private.offer_class of the database).
 * An offer whose link is no web address leads nowhere and is left out.
 */
export function rankOffers(offers: readonly ItemOffer[], currency: string): ItemOffer[] {
  const key = (offer: ItemOffer) => [
    Number(offer.availability === 'out_of_stock'),
    Number(offer.price === null),
    Number(offer.currency !== currency),
    stockRank(offer),
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
  if (compared.length === 1) return whyAlone(best, ranked)
  const all =
    compared.length === shops ? `${shops} shops` : `the ${compared.length} shops ${whatTheyShare(best, ranked)}`
  const lowest = isLowestBare(best, compared)
    ? `Lowest${best.deliveryCost === null ? ' price' : ''} of`
    : // A lower price stands below it, with dearer delivery.
      'Lowest total of'
  return `${lowest} ${all}${sentenceEnd(best, compared)}`
}

/** Offers at a known price that can be bought and yet are not held against the best. */
const rivalsOf = (best: ItemOffer, ranked: readonly ItemOffer[]): ItemOffer[] =>
  ranked.filter((offer) => offer.availability !== 'out_of_stock' && offer.price !== null && !isComparable(offer, best))

function whyAlone(best: ItemOffer, ranked: readonly ItemOffer[]): string {
  const of = `of ${ranked.length} shops`
  const others = ranked.filter((offer) => offer !== best)
  const rivals = rivalsOf(best, ranked)
  const isForeign = ({ currency }: ItemOffer) => currency !== best.currency
  if (others.every(({ availability }) => availability === 'out_of_stock'))
    return `The only one ${of} that is not sold out${sentenceEnd(best, [best])}`
  if (rivals.length > 0 && rivals.every(isForeign))
    return `The only one ${of} with a price in ${best.currency}${sentenceEnd(best, [best])}`
  if (best.availability !== 'in_stock')
    return rivals.length > 0
      ? `The likeliest ${of} to have it now.`
      : `The only one ${of} whose price is known${sentenceEnd(best, [best])}`
  if (!others.some(({ availability }) => availability === 'in_stock'))
    return `The only one ${of} that says it has it in stock.`
  return rivals.some(isForeign)
    ? `The only one ${of} that has it in stock at a price in ${best.currency}.`
    : `The only one ${of} that tells a price and has it in stock.`
}

/** What the compared shops have and the others have not. */
function whatTheyShare(best: ItemOffer, ranked: readonly ItemOffer[]): string {
  const rivals = rivalsOf(best, ranked)
  const isForeign = rivals.some(({ currency }) => currency !== best.currency)
  if (best.availability === 'in_stock')
    return isForeign ? `that have it at a price in ${best.currency}` : 'that have it'
  if (rivals.every(({ currency }) => currency !== best.currency))
    return isForeign ? `with a price in ${best.currency}` : 'with a known price'
  return 'that are the likeliest to have it now'
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
