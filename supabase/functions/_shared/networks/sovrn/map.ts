import { decimalOf, fieldOf, textOf } from '../../json-value.ts'
import type { FeedRow, RejectedRow } from '../network.ts'

/** An offer of the price comparison, or why it is none for us. Sovrn repeats no barcode: the offer has the one that was asked for. */
export function mapSovrnOffer(offer: unknown, { line, gtin }: { line: number; gtin: string }): FeedRow | RejectedRow {
  const text = (name: string) => textOf(fieldOf(offer, name))
  const raw = JSON.stringify(offer)
  if (fieldOf(offer, 'affiliatable') === false) return { line, reason: 'earns nothing at this merchant', raw }
  const id = fieldOf(offer, 'id')
  // Ids have 64 bits; one beyond what a number holds would be another's.
  if (typeof id === 'number' && !Number.isSafeInteger(id)) return { line, reason: 'no product id', raw }
  const merchant = fieldOf(offer, 'merchant')
  return {
    line,
    raw,
    programmeId: textOf(fieldOf(merchant, 'id')),
    merchantName: textOf(fieldOf(merchant, 'name')),
    feedId: '',
    externalId: textOf(id),
    name: text('name'),
    description: '',
    price: decimalOf(fieldOf(offer, 'salePrice')) || decimalOf(fieldOf(offer, 'retailPrice')),
    otherPrice: '',
    currency: text('currency'),
    listPrice: decimalOf(fieldOf(offer, 'retailPrice')),
    deliveryCost: '',
    link: text('deeplink'),
    // The link is opaque: the merchant's page cannot be read from it.
    merchantPage: '',
    image: text('image') || text('thumbnail'),
    brand: '',
    gtin,
    availability: 'unknown',
    category: '',
    colour: '',
    size: '',
    group: '',
  }
}
