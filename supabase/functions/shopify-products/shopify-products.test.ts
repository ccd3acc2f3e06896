import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PUBLIC_TOKEN, STORE_DOMAIN, startFakeStore } from '#tests/fakes/shopify/store.ts'
import getShopifyConfig from '../get-shopify-config/index.ts'
import shopifyProducts from './index.ts'

let store: Awaited<ReturnType<typeof startFakeStore>>
beforeAll(async () => {
  store = await startFakeStore()
})
afterAll(() => store.close())
beforeEach(() => {
  store.behave({ kind: 'serve' })
  store.asked.length = 0
})

const settings = { SHOPIFY_STORE_DOMAIN: STORE_DOMAIN, SHOPIFY_STOREFRONT_TOKEN: PUBLIC_TOKEN }
const log = { debug() {}, info() {}, warn() {}, error() {} }

async function call(
  body: unknown,
  { given = settings, clientAddress = '192.0.2.1' }: { given?: object; clientAddress?: string } = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const request = new Request('http://shop.test/shopify-products', { method: 'POST', body: text })
  const reply = await shopifyProducts.fetch(request, { settings: { ...given }, clientAddress, fetch: store.fetch, log })
  return { status: reply.status, headers: reply.headers, body: await reply.json() }
}

test('products of a collection come as cards, kept for the next who asks', async () => {
  const first = await call({ read: 'products', collection: 'new-jewelry', limit: 20 })
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({ collection: { title: 'New Jewelry' }, pageInfo: { hasNextPage: true } })
  expect(first.body.products).toHaveLength(20)
  store.behave({ kind: 'status', status: 500 })
  expect((await call({ read: 'products', collection: 'new-jewelry', limit: 20 })).body).toEqual(first.body)
  expect(store.asked).toHaveLength(1)
})

test('a product and the collections are read by their own questions', async () => {
  const { body } = await call({ read: 'product', handle: 'été-bikini' })
  expect(body.product).toMatchObject({ product_name: 'Été two-piece', tags: ['Bikini'] })
  expect((await call({ read: 'collections' })).body.collections).toHaveLength(4)
})

test('a failure says what happened, and whether it will last', async () => {
  const missing = await call({ read: 'products', collection: 'hats' })
  expect([missing.status, missing.body]).toEqual([
    404,
    {
      error: 'Collection "hats" not found. Please check if this collection exists in your Shopify store.',
      code: 'collection_not_found',
      lasting: true,
    },
  ])
  store.behave({ kind: 'status', status: 503 })
  const down = await call({ read: 'products', limit: 7 })
  expect([down.status, down.body]).toEqual([
    502,
    { error: 'Shopify API request failed: Service Unavailable', code: 'request_failed', lasting: false },
  ])
  // Nothing of a failure is kept: the next question is asked anew.
  store.behave({ kind: 'serve' })
  expect((await call({ read: 'products', limit: 7 })).status).toBe(200)
  expect((await call({ read: 'products', limit: 7 }, { given: {} })).body.error).toBe('Shopify configuration not found')
})

test.each([
  ['', 400],
  ['[]', 400],
  [{ read: 'orders' }, 400],
  [{ read: 'products', limit: 0 }, 400],
  [{ read: 'products', limit: 251 }, 400],
  [{ read: 'products', collection: 'a"b' }, 400],
  [{ read: 'product', handle: '../admin' }, 400],
  [{ read: 'products', after: 'x'.repeat(5000) }, 400],
])('%j is refused before the store is asked', async (body, status) => {
  const reply = await call(body)
  expect(reply.status).toBe(status)
  expect(reply.body.error).toBeTruthy()
  expect(store.asked).toHaveLength(0)
})

test('one address cannot make the store be asked without end', async () => {
  const asks = Array.from({ length: 21 }, (_, index) =>
    call({ read: 'product', handle: `made-up-${index}` }, { clientAddress: '192.0.2.77' }),
  )
  const replies = await Promise.all(asks)
  const refused = replies.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(1)
  expect(refused[0]?.headers.get('retry-after')).toBe('60')
  expect(store.asked).toHaveLength(20)
})

test('get-shopify-config tells where the store is, and only the public token [S7.3]', async () => {
  const ask = async (given: Record<string, string>, method = 'POST') => {
    const reply = await getShopifyConfig.fetch(new Request('http://shop.test/', { method }), { settings: given })
    return [reply.status, await reply.json()]
  }
  expect(await ask({ ...settings, SHOPIFY_API_VERSION: '2024-01', SMTP_PASSWORD: 'secret' })).toEqual([
    200,
    { domain: STORE_DOMAIN, accessToken: PUBLIC_TOKEN },
  ])
  expect(await ask({ SHOPIFY_STORE_DOMAIN: STORE_DOMAIN })).toMatchObject([
    404,
    { error: 'Shopify configuration incomplete. Missing: accessToken. Please set up your store credentials.' },
  ])
  expect(await ask({})).toMatchObject([404, { error: 'Shopify configuration not found' }])
  expect(await ask({ ...settings, SHOPIFY_STOREFRONT_TOKEN: 'shpat_private' })).toMatchObject([500, {}])
  expect(JSON.stringify(await ask({ ...settings, SHOPIFY_STOREFRONT_TOKEN: 'shpat_private' }))).not.toContain('shpat_')
  expect(await ask(settings, 'GET')).toMatchObject([405, { error: 'Use POST.' }])
})
