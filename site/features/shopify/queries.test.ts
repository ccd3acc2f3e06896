import { expect, test } from 'vitest'
import { type Client, ReadError } from '#site/ssr/data/query.ts'
import { storeCollectionsQuery, storeProductsQuery } from './queries.ts'

const unused = () => {
  throw new Error('the store is read through a function only')
}
const shopAnswering = (reply: () => Promise<Response>): Client => ({ from: unused, rpc: unused, call: reply })
const failureOf = (client: Client) =>
  storeProductsQuery('beauty')
    .read(client)
    .catch((error: unknown) => error)

test('the function is asked for the collection’s first 20 products', async () => {
  const asked: unknown[] = []
  const client = {
    ...shopAnswering(unused),
    call: async (...question: unknown[]) => {
      asked.push(question.slice(0, 2))
      return Response.json({ products: [], readAt: '2026-11-21T00:00:00Z' })
    },
  }
  await storeProductsQuery('beauty').read(client)
  await storeProductsQuery(null).read(client)
  expect(asked).toEqual([
    ['shopify-products', { read: 'products', limit: 20, collection: 'beauty' }],
    ['shopify-products', { read: 'products', limit: 20 }],
  ])
})

test('a failure keeps the function’s words, and whether it lasts', async () => {
  const error = await failureOf(
    shopAnswering(async () =>
      Response.json({ error: 'Shopify configuration not found', lasting: true }, { status: 404 }),
    ),
  )
  expect(error).toEqual(new ReadError('Shopify configuration not found', { lasting: true }))
})

test('where no store is set there is none, which is no failure', async () => {
  const client = shopAnswering(async () =>
    Response.json({ error: 'Shopify configuration not found', code: 'configuration_not_found' }, { status: 404 }),
  )
  expect(await storeProductsQuery('beauty').read(client)).toBeNull()
  expect(await storeCollectionsQuery().read(client)).toBeNull()
})

test.each([
  ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['another answer', () => Response.json({ hello: 'you' })],
  ['a missing function', () => Response.json({ code: 'NOT_FOUND' }, { status: 404 })],
])('a server that does not answer as the function does (%s) is a store that is not available [S8.4]', async (_what, reply) => {
  expect(await failureOf(shopAnswering(async () => reply()))).toEqual(
    new ReadError('Shopify configuration not available'),
  )
})

test('no connection is a failed request', async () => {
  const error = await failureOf(shopAnswering(() => Promise.reject(new TypeError('Failed to fetch'))))
  expect(error).toEqual(new ReadError('Shopify API request failed: network error'))
})

test('what is no collection in the answer is left out', async () => {
  const client = shopAnswering(async () =>
    Response.json({ collections: [{ handle: 'a', title: 'A' }, { handle: 1 }, null] }),
  )
  expect(await storeCollectionsQuery().read(client)).toEqual([{ handle: 'a', title: 'A' }])
})
