import { expect, test } from 'vitest'
import { columnWord } from './column-words.ts'

test.each([
  ['products', 'affiliate_link', 'Affiliate link'],
  ['products', 'list_price', 'Price before'],
  ['products', 'variant_group', 'Variant group'],
  ['merchants', 'may_alert', 'Price drops may be mailed to visitors'],
  ['amazon_products', 'asin', 'ASIN'],
  ['auth.users', 'encrypted_password', 'Password'],
  ['blog_posts', 'excerpt', 'Excerpt'],
  ['no_table', 'no_column', 'No column'],
])('%s.%s is called %j', (table, column, word) => {
  expect(columnWord(table, column)).toBe(word)
})
