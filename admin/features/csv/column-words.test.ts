import { expect, test } from 'vitest'
import { columnWord, typeWord } from './column-words.ts'

test.each([
  ['products', 'affiliate_link', 'Affiliate link'],
  ['products', 'list_price', 'Price before'],
  ['products', 'variant_group', 'Variant group'],
  ['merchants', 'may_alert', 'Price drops may be mailed to visitors'],
  ['amazon_products', 'asin', 'ASIN'],
])('%s.%s is called %j', (table, column, word) => {
  expect(columnWord(table, column)).toBe(word)
})

test.each([
  ['text', ''],
  ['numeric(12,2)', 'a number'],
  ['bigint', 'a whole number'],
  ['timestamp with time zone', 'date and time'],
  ['boolean', 'true or false'],
  ['text[]', 'a list in braces'],
  ['availability', 'availability'],
])('a cell of %s holds %j', (type, word) => {
  expect(typeWord(type)).toBe(word)
})
