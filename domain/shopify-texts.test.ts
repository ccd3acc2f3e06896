import { expect, test } from 'vitest'
import { emptyText, hintsFor, mobileTip } from './shopify-texts.ts'

test('hints name the credentials, the query or the collection [S8.7] [B8.56]', () => {
  expect(hintsFor('Shopify configuration not found', 'beauty')).toEqual([
    'The Shopify store credentials may not be configured.',
  ])
  expect(hintsFor('GraphQL Error: Throttled', null)).toEqual([
    'There may be an issue with the query that the store was asked.',
  ])
  expect(hintsFor('Collection "hats" not found.', 'hats')).toEqual([
    'The collection "hats" may not exist in the store.',
  ])
})

test.each([
  ['Shopify API request failed: network error', /connection, then tap Retry/],
  ['Failed to fetch', /connection, then tap Retry/],
  ['Shopify API request failed: timeout', /connection is slow/],
  ['Collection "hats" not found.', /Choose another one/],
  ['GraphQL Error: Throttled', /refresh the page/],
  ['Shopify configuration not found', /refresh the page/],
])('on a phone, "%s" comes with a tip [S8.8] [B8.56]', (message, tip) => {
  expect(mobileTip(message)).toMatch(tip)
})

test('a store that is empty says of what [S8.9] [B8.57]', () => {
  expect(emptyText(false, null)).toBe('No products found in the Shopify store')
  expect(emptyText(true, null)).toBe('No products found matching your filters')
  expect(emptyText(true, 'Swim')).toBe('No products found matching your filters (in collection Swim)')
  expect(emptyText(false, 'Beauty')).toBe('No products found matching your filters (in collection Beauty)')
})
