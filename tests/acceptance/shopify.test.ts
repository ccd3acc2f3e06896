import { describe, expect, test } from 'vitest'
import { callFunction } from '#tests/support/call-function.ts'

// The target has no store: what a store answers is tested beside the functions, against a fake of its API.
describe('a shop without a Shopify store', () => {
  test.each([
    ['get-shopify-config', {}],
    ['shopify-products', { read: 'products', collection: 'new-jewelry', limit: 20 }],
    ['shopify-products', { read: 'collections' }],
  ])('%s answers a visitor that none is configured [S7.3]', async (name, body) => {
    const reply = await callFunction(name, body)
    expect([reply.status, reply.body]).toEqual([
      404,
      { error: 'Shopify configuration not found', code: 'configuration_not_found', lasting: true },
    ])
  })

  test('takes POST only, and refuses a question that it does not know', async () => {
    for (const name of ['get-shopify-config', 'shopify-products']) {
      expect((await callFunction(name, {}, { method: 'GET' })).status).toBe(405)
    }
    const reply = await callFunction('shopify-products', { read: 'orders' })
    expect([reply.status, reply.body?.code]).toEqual([400, 'bad_request'])
  })
})
