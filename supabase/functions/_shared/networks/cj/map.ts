import { decimalOf, fieldOf, isRecord, textOf } from '../../json-value.ts'
import { availabilityOfWords } from '../availability-words.ts'
import type { FeedRow, RejectedRow } from '../network.ts'

/** A product of CJ's, or why it cannot be sold. `price` is the standard price; what one pays is effectiveDerivedPrice. */
export function mapCjProduct(product: unknown, line: number): FeedRow | RejectedRow {
  const text = (name: string) => textOf(fieldOf(product, name))
  const raw = isRecord(product) ? product : String(product)
  if (fieldOf(product, 'isDeleted') === true) return { line, reason: 'deleted by the merchant', raw }
  const link = textOf(fieldOf(fieldOf(product, 'linkCode'), 'clickUrl'))
  // CJ gives no link where the website is not ours, or the programme has not approved it.
  if (link === '') return { line, reason: 'no affiliate link for this website', raw }
  const regular = moneyOf(fieldOf(product, 'price'))
  const current = moneyOf(fieldOf(product, 'effectiveDerivedPrice'))
  const price = current.amount === '' ? regular : current
  const delivery = moneyOf(fieldOf(firstOf(fieldOf(product, 'shipping')), 'price'))
  return {
    line,
    raw,
    programmeId: text('advertiserId'),
    merchantName: text('advertiserName'),
    feedId: text('adId'),
    externalId: text('id'),
    name: text('title'),
    description: text('description'),
    price: price.amount,
    otherPrice: '',
    currency: price.currency,
    listPrice: regular.currency === price.currency ? regular.amount : '',
    deliveryCost: delivery.currency === price.currency ? delivery.amount : '',
    link,
    merchantPage: text('link'),
    image: text('imageLink'),
    brand: text('brand'),
    gtin: text('gtin'),
    availability: availabilityOfWords(text('availability')),
    category: wordsOf(fieldOf(product, 'productType')).join(' > '),
    colour: text('color'),
    size: text('size'),
    group: text('itemGroupId'),
  }
}

const moneyOf = (value: unknown) => ({
  amount: decimalOf(fieldOf(value, 'amount')),
  currency: textOf(fieldOf(value, 'currency')),
})

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

const wordsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : [textOf(value)])
