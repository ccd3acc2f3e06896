import { expect, test } from 'vitest'
import { hintsFor, mobileTip } from './shopify-hints.ts'

test('hints name the credentials, the query or the collection [S8.7]', () => {
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
])('on a phone, "%s" comes with a tip [S8.8]', (message, tip) => {
  expect(mobileTip(message)).toMatch(tip)
})
