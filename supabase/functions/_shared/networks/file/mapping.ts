import { feedErrors } from '../../errors.ts'
import { guessColumn } from '../../guess-column.ts'
import { availabilityOfWords } from '../availability-words.ts'
import type { FeedRow, RawRow } from '../network.ts'

/** What a merchant's own file can tell of a product, by the names of our columns. */
export const FILE_FIELDS = [
  'external_id',
  'product_name',
  'affiliate_link',
  'price',
  'currency',
  'list_price',
  'image_url',
  'description',
  'brand',
  'gtin',
  'availability',
  'category',
  'colour',
  'size',
  'variant_group',
  'delivery_cost',
  'merchant_url',
] as const
export type FileField = (typeof FILE_FIELDS)[number]

/** Without these there is nothing to sell, or no telling one product from another. */
export const REQUIRED_FIELDS: readonly FileField[] = ['external_id', 'product_name', 'affiliate_link', 'price']

/** Our fields → the file's columns, or paths into its objects and elements. */
export type FileMapping = Readonly<Partial<Record<FileField, string>>>

/** Beside what the import of spreadsheets knows. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  external_id: [
    ...['id', 'sku', 'productid', 'itemid', 'offerid', 'articlenumber', 'article', 'merchantproductid', 'number'],
  ],
  variant_group: ['itemgroupid', 'groupid', 'parentsku', 'parentid', 'parentproductid'],
  delivery_cost: ['deliverycost', 'shippingcost', 'shipping', 'shippingprice', 'postage'],
  merchant_url: ['merchantdeeplink', 'productpage', 'canonicallink'],
  availability: ['stock', 'instock', 'stockstatus'],
}

const FIELDS: ReadonlySet<string> = new Set(FILE_FIELDS)
const isField = (name: string): name is FileField => FIELDS.has(name)

/** What the file's columns seem to mean; of two for one field the first counts. */
export function guessFileMapping(columns: readonly string[]): FileMapping {
  const guessed: Partial<Record<FileField, string>> = {}
  for (const column of columns) {
    // "g:price" of Google's format, "offer.price" and "@id" mean what they end in.
    const names = [column, column.replace(/^.*:/, ''), column.replace(/^.*[.@:]/, '')]
    const field = names.map((name) => guessColumn(name, FIELDS, MEANINGS)).find((name) => name !== null)
    if (field && isField(field)) guessed[field] ??= column
  }
  return guessed
}

export const missingFields = (mapping: FileMapping): FileField[] =>
  REQUIRED_FIELDS.filter((field) => (mapping[field] ?? '').trim() === '')

/** A mapping as somebody wrote it: refused when it names what no product has, or lacks what every product needs. */
export function checkFileMapping(written: Readonly<Record<string, unknown>>): FileMapping {
  const checked: Partial<Record<FileField, string>> = {}
  const unknown: string[] = []
  for (const [field, column] of Object.entries(written)) {
    if (!isField(field) || typeof column !== 'string') unknown.push(field)
    else if (column.trim() !== '') checked[field] = column.trim()
  }
  if (unknown.length > 0) throw feedErrors.mappingUnknown(unknown)
  const missing = missingFields(checked)
  if (missing.length > 0) throw feedErrors.mappingIncomplete(missing)
  return checked
}

export interface FileMerchant {
  name: string
  /** Tells this merchant's lists from others'. */
  programmeId: string
  feedId: string
}

/** A record by the mapping; `field` looks one of its columns up. */
export function mapFileRow(
  record: { line: number; raw: RawRow },
  field: (name: FileField) => string,
  merchant: FileMerchant,
): FeedRow {
  return {
    line: record.line,
    raw: record.raw,
    programmeId: merchant.programmeId,
    merchantName: merchant.name,
    feedId: merchant.feedId,
    externalId: field('external_id'),
    name: field('product_name'),
    description: field('description'),
    price: field('price'),
    otherPrice: '',
    currency: field('currency'),
    listPrice: field('list_price'),
    deliveryCost: field('delivery_cost'),
    link: field('affiliate_link'),
    merchantPage: field('merchant_url'),
    image: field('image_url'),
    brand: field('brand'),
    gtin: field('gtin'),
    availability: availabilityOf(field('availability')),
    category: field('category'),
    colour: field('colour'),
    size: field('size'),
    group: field('variant_group'),
  }
}

/** Words, their address in schema.org, or a count: shops write all three. */
function availabilityOf(text: string): FeedRow['availability'] {
  const word = text.trim().replace(/^https?:\/\/schema\.org\//i, '')
  if (/^(?:0|no|false|n)$/i.test(word)) return 'out_of_stock'
  if (/^(?:[1-9]\d{0,8}|yes|true|y)$/i.test(word)) return 'in_stock'
  return availabilityOfWords(word.replaceAll(/([a-z])([A-Z])/g, '$1 $2'))
}
