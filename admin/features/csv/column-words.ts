import { newMerchantFields } from '../catalogue/merchant-form.ts'
import { productFields } from '../catalogue/product-form.ts'

/** As the forms of the same records call their fields. */
const FIELDS: Readonly<Record<string, readonly { key: string; label: string }[]>> = {
  products: productFields,
  merchants: newMerchantFields,
}

/** Columns of no form, and of the forms of small tables. */
const WORDS: Readonly<Record<string, string>> = {
  asin: 'ASIN',
  click_hosts: 'Hosts that its affiliate links point at',
  colour: 'Color',
  created_at: 'Added',
  delisted_at: 'Hidden since',
  external_id: 'Id in the feed',
  feed_id: 'Feed',
  image_url: 'Image address',
  observed_at: 'Price read',
  price_max_age: 'Oldest price that may be shown',
  price_observed_at: 'Price read',
  product_title: 'Title',
  product_url: 'Affiliate link',
  rating: 'Our score',
  rating_source: 'Score by',
}

/** What people call a column of a table. */
export function columnWord(table: string, column: string): string {
  const known = FIELDS[table]?.find(({ key }) => key === column)?.label ?? WORDS[column]
  if (known !== undefined) return known
  const words = column.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a cell of the column must hold, where it is no plain text; '' for text. */
export function typeWord(type: string): string {
  if (type === 'text' || type.startsWith('character varying')) return ''
  if (/^(numeric|real|double)/.test(type)) return 'a number'
  if (/^(big|small)?int/.test(type)) return 'a whole number'
  if (type.startsWith('timestamp')) return 'date and time'
  if (type.endsWith('[]')) return 'a list in braces'
  return TYPES[type] ?? type
}

const TYPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  date: 'a date',
  interval: 'a time, such as 24 hours',
  json: 'JSON',
  jsonb: 'JSON',
  uuid: 'an id',
}
