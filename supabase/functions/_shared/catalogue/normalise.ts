import type { FeedRow } from '../networks/network.ts'
import type { Availability } from './availability.ts'
import { type Category, createCategoryMapper } from './category.ts'
import { contentAmount } from './content-amount.ts'
import { parseGtin } from './gtin.ts'
import { isCurrency, type Money, parseMoney } from './money.ts'
import { plainText } from './text.ts'
import { imageAddress, isOnHost, webAddress } from './web-address.ts'

/** A product as the catalogue stores it. Empty text where the feed told nothing. */
export interface CatalogueRow {
  programmeId: string
  merchantName: string
  feedId: string
  externalId: string
  name: string
  category: Category
  price: string
  currency: string
  listPrice: string
  image: string
  link: string
  /** The merchant's own page, not tracked. */
  merchantUrl: string
  description: string
  brand: string
  gtin: string
  availability: Availability
  colour: string
  size: string
  group: string
  merchantCategory: string
  /** How much is in it, and in which unit. */
  contentAmount: string
  contentUnit: string
  deliveryCost: string
}

export type RejectionReason =
  | 'no product id'
  | 'no name'
  | 'no affiliate link'
  | 'affiliate link is not a web address'
  | 'affiliate link leads to another host'
  | 'no merchant'
  | 'no price'
  | 'price is not an amount'
  | 'unknown currency'

export type RepairReason =
  | 'markup in text'
  | 'invalid GTIN dropped'
  | 'image address dropped'
  | 'list price not above price'
  | 'currency missing'

export interface NormaliserOptions {
  /** Null where any host is right. */
  linkHosts: readonly string[] | null
  /** Currency of a price that names none, as some feeds leave the column empty. */
  defaultCurrency: string
  /** Accept images of our own site, given as a path. For the demo shop. */
  allowSiteImages: boolean
  onRepair(reason: RepairReason): void
}

/** Longest texts, by what the pages show and what Google's product specification allows. */
const MAX_NAME = 300
const MAX_DESCRIPTION = 5000
const MAX_WORD = 120
/** As the catalogue's check: what is more is no delivery cost. */
const MAX_DELIVERY = 1e6

/** Turns a network's row into a catalogue row, or says why that cannot be. */
export function createNormaliser(options: NormaliserOptions): (row: FeedRow) => CatalogueRow | RejectionReason {
  const { linkHosts, defaultCurrency, allowSiteImages, onRepair } = options
  const categoryOf = createCategoryMapper()

  function imageOf(text: string): string {
    if (text === '') return ''
    if (allowSiteImages && /^\/[a-z0-9/_-]+\.(?:webp|jpg|svg)$/.test(text)) return text
    const address = imageAddress(text)
    if (address === null) onRepair('image address dropped')
    return address ?? ''
  }

  function gtinOf(text: string): string {
    if (text === '') return ''
    const gtin = parseGtin(text)
    if (gtin === null) onRepair('invalid GTIN dropped')
    return gtin ?? ''
  }

  function currencyOf(row: FeedRow, price: Money): string | null {
    const named = row.currency.trim().toUpperCase() || price.currency || parseMoney(row.otherPrice)?.currency
    if (!named) {
      onRepair('currency missing')
      return defaultCurrency
    }
    return isCurrency(named) ? named : null
  }

  function listPriceOf(text: string, price: string): string {
    if (text === '') return ''
    const list = parseMoney(text)
    if (list && Number(list.amount) > Number(price)) return list.amount
    if (list && Number(list.amount) > 0) onRepair('list price not above price')
    return ''
  }

  /** Feeds also write words such as "from 4.99" or "see shop" here: what is no plain amount is not known. */
  function deliveryCostOf(text: string, currency: string): string {
    const cost = text === '' ? null : parseMoney(text)
    return cost && Number(cost.amount) < MAX_DELIVERY && (cost.currency ?? currency) === currency ? cost.amount : ''
  }

  function tidy(text: string, maxCharacters: number): string {
    const plain = plainText(text, maxCharacters)
    if (plain !== text) onRepair('markup in text')
    return plain
  }

  return (row) => {
    const externalId = plainText(row.externalId, MAX_WORD)
    if (externalId === '') return 'no product id'
    const name = tidy(row.name, MAX_NAME)
    if (name === '') return 'no name'
    if (row.link === '') return 'no affiliate link'
    const link = webAddress(row.link)
    if (link === null) return 'affiliate link is not a web address'
    if (linkHosts && !isOnHost(link, linkHosts)) return 'affiliate link leads to another host'
    const priceText = row.price || row.otherPrice
    if (priceText === '') return 'no price'
    const price = parseMoney(priceText)
    if (price === null || Number(price.amount) === 0) return 'price is not an amount'
    const currency = currencyOf(row, price)
    if (currency === null) return 'unknown currency'
    const merchantName = plainText(row.merchantName, MAX_WORD)
    const programmeId = plainText(row.programmeId, MAX_WORD)
    if (merchantName === '' || programmeId === '') return 'no merchant'
    const category = categoryOf(row.category)
    const size = plainText(row.size, MAX_WORD)
    const content = contentAmount({ name, size, category })
    return {
      programmeId,
      merchantName,
      feedId: plainText(row.feedId, MAX_WORD),
      externalId,
      name,
      category,
      price: price.amount,
      currency,
      listPrice: listPriceOf(row.listPrice, price.amount),
      image: imageOf(row.image),
      link,
      merchantUrl: row.merchantPage === '' ? '' : (webAddress(row.merchantPage) ?? ''),
      description: tidy(row.description, MAX_DESCRIPTION),
      brand: plainText(row.brand, MAX_WORD),
      gtin: gtinOf(row.gtin),
      availability: row.availability,
      colour: plainText(row.colour, MAX_WORD),
      size,
      group: plainText(row.group, MAX_WORD),
      merchantCategory: plainText(row.category, MAX_NAME),
      contentAmount: content?.amount ?? '',
      contentUnit: content?.unit ?? '',
      deliveryCost: deliveryCostOf(row.deliveryCost, currency),
    }
  }
}
