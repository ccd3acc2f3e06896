import type { Availability } from '../../catalogue/availability.ts'
import { parseGtin } from '../../catalogue/gtin.ts'
import { isOnHost, webAddress } from '../../catalogue/web-address.ts'
import { decimalOf, fieldOf, textOf } from '../../json-value.ts'

/** An item as Amazon's licence lets us keep it: no image, and a price for a day. */
export interface AmazonItem {
  asin: string
  title: string
  brand: string
  /** Every number that the item is told to have; one with a wrong digit is none. */
  gtins: string[]
  /** With our tag. */
  link: string
  /** Of the offer that Amazon itself puts forward; null where there is none, and none may be shown. */
  price: { amount: string; currency: string } | null
  listPrice: string
  availability: Availability
}

/** Null for what is no item, or leads elsewhere than to Amazon. */
export function mapAmazonItem(item: unknown, marketplace: string): AmazonItem | null {
  const asin = textOf(fieldOf(item, 'asin'))
  const link = webAddress(textOf(fieldOf(item, 'detailPageURL')))
  const info = fieldOf(item, 'itemInfo')
  const title = displayValue(fieldOf(info, 'title'))
  if (!/^[A-Z0-9]{10}$/.test(asin) || title === '' || link === null) return null
  if (!isOnHost(link, [marketplace.replace(/^www\./, '')])) return null
  const listing = buyBoxListing(fieldOf(fieldOf(item, 'offersV2'), 'listings'))
  const price = fieldOf(listing, 'price')
  const money = moneyOf(fieldOf(price, 'money'))
  const basis = fieldOf(price, 'savingBasis')
  return {
    asin,
    title,
    brand: displayValue(fieldOf(fieldOf(info, 'byLineInfo'), 'brand')),
    gtins: gtinsOf(fieldOf(info, 'externalIds')),
    link,
    price: money,
    // Other bases are prices that were, which an Amazon price may not be held against.
    listPrice:
      textOf(fieldOf(basis, 'savingBasisType')) === 'LIST_PRICE'
        ? (moneyOf(fieldOf(basis, 'money'))?.amount ?? '')
        : '',
    availability: availabilityOf(listing),
  }
}

function gtinsOf(ids: unknown): string[] {
  const values = ['eans', 'upcs'].map((kind) => fieldOf(fieldOf(ids, kind), 'displayValues'))
  const gtins = values.flatMap((list) => (Array.isArray(list) ? list : [])).map((value) => parseGtin(textOf(value)))
  return [...new Set(gtins.filter((gtin) => gtin !== null))]
}

const displayValue = (value: unknown): string => textOf(fieldOf(value, 'displayValue'))

/** The one that the page itself shows. A subscription's price is not the price, and a price that breaks the maker's rule may not be shown. */
function buyBoxListing(listings: unknown): unknown {
  if (!Array.isArray(listings)) return null
  return listings.find(
    (listing) =>
      fieldOf(listing, 'isBuyBoxWinner') === true &&
      fieldOf(listing, 'type') !== 'SUBSCRIBE_AND_SAVE' &&
      fieldOf(listing, 'violatesMAP') !== true,
  )
}

function moneyOf(money: unknown): AmazonItem['price'] {
  const amount = decimalOf(fieldOf(money, 'amount'))
  const currency = textOf(fieldOf(money, 'currency'))
  return /^\d{1,9}(?:\.\d{1,4})?$/.test(amount) && Number(amount) > 0 && /^[A-Z]{3}$/.test(currency)
    ? { amount, currency }
    : null
}

function availabilityOf(listing: unknown): Availability {
  switch (textOf(fieldOf(fieldOf(listing, 'availability'), 'type'))) {
    case 'IN_STOCK':
    case 'IN_STOCK_SCARCE':
      return 'in_stock'
    case 'OUT_OF_STOCK':
    case 'UNAVAILABLE':
      return 'out_of_stock'
    case 'PREORDER':
      return 'preorder'
    default:
      return 'unknown'
  }
}
