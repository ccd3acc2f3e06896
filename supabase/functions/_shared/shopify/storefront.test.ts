import { parse, validate } from 'graphql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PUBLIC_TOKEN, STORE_DOMAIN, startFakeStore, storefrontSchema } from '#tests/fakes/shopify/store.ts'
import type { FunctionLog } from '../context.ts'
import { QUERIES } from './queries.ts'
import { readCollections, readProduct, readProducts, type StorefrontDeps } from './storefront.ts'

let store: Awaited<ReturnType<typeof startFakeStore>>
let deps: StorefrontDeps
const warnings: object[] = []
const log: FunctionLog = { debug() {}, info() {}, warn: (fields) => void warnings.push(fields), error() {} }

beforeAll(async () => {
  store = await startFakeStore()
  deps = {
    store: { domain: STORE_DOMAIN, accessToken: PUBLIC_TOKEN, apiVersion: '2026-04' },
    fetch: store.fetch,
    log,
  }
})
afterAll(() => store.close())
beforeEach(() => {
  store.behave({ kind: 'serve' })
  store.asked.length = 0
  warnings.length = 0
})

describe('the queries', () => {
  test.each(Object.entries(QUERIES))('%s is valid in the public schema [S3.1]', (_name, query) => {
    expect(validate(storefrontSchema, parse(query))).toEqual([])
  })

  test('a field that the schema does not have would be found', () => {
    const wrong = QUERIES.productsFull.replace('vendor', 'vendorName')
    expect(
      validate(storefrontSchema, parse(wrong))
        .map((error) => error.message)
        .join(),
    ).toContain('vendorName')
  })
})

describe('products', () => {
  test('are asked for 20 at a time, with 2 images, 3 variants and 2 collections each [S3.1] [S7.2] [S9.4] [B7.110] [B7.111] [B9.6]', async () => {
    const { products, pageInfo } = await readProducts(deps, {})
    expect(products).toHaveLength(20)
    expect(pageInfo.hasNextPage).toBe(true)
    const [asked] = store.asked
    expect(asked?.variables).toMatchObject({ first: 20 })
    for (const part of ['images(first: 2)', 'variants(first: 3)', 'collections(first: 2)']) {
      expect(asked?.query).toContain(part)
    }
    const next = await readProducts(deps, { after: pageInfo.endCursor ?? undefined })
    expect(next.products[0]?.handle).toBe('gold-hoops-21')
  })

  test.each([
    ['5 or fewer are wanted', { limit: 5 }],
    ['the simple query is asked for', { limit: 20, useSimpleQuery: true }],
    ['a collection is given', { collection: 'beauty' }],
  ])('come with 1 image and 1 variant when %s [S9.3]', async (_when, request) => {
    await readProducts(deps, request)
    expect(store.asked).toHaveLength(1)
    expect(store.asked[0]?.query).toContain('images(first: 1)')
    expect(store.asked[0]?.query).toContain('variants(first: 1)')
    expect(store.asked[0]?.query).not.toContain('collections(')
  })

  test.each([
    ['too complex', [{ kind: 'serve', maxComplexity: 900 }]],
    ['too deep', [{ kind: 'serve', maxDepth: 5 }, { kind: 'serve' }]],
  ] as const)('that are %s for the store fall back to the simple query [S8.5] [B8.54]', async (_how, behaviours) => {
    store.behave(...behaviours)
    const { products } = await readProducts(deps, {})
    expect(products).toHaveLength(20)
    expect(store.asked.map(({ query }) => query)).toEqual([QUERIES.productsFull, QUERIES.productsSimple])
  })

  test('that even the simple query cannot reach fail in the store’s words [S8.5]', async () => {
    store.behave({ kind: 'serve', maxDepth: 5 })
    await expect(readProducts(deps, {})).rejects.toThrow(/^GraphQL Error: MaxDepthReached: Query has depth of 8/)
    expect(store.asked.map(({ query }) => query)).toEqual([QUERIES.productsFull, QUERIES.productsSimple])
    await expect(readProducts(deps, { collection: 'beauty' })).rejects.toThrow(/^GraphQL Error: MaxDepthReached/)
  })

  test('are shown as ours: first image, lowest price, vendor, category, link by handle [S3.2] [S9.7] [B3.10] [B3.11]', async () => {
    const { products } = await readProducts(deps, { limit: 27 })
    expect(products[0]).toMatchObject({
      product_name: 'Gold Hoop Earrings No. 1',
      image_url: '/art/skincare-360.webp?v=0',
      price: 18.5,
      currency: 'USD',
      merchant_name: 'Paloma Vey',
      category: 'New Jewelry',
      affiliate_link: 'https://dahlia-test.myshopify.com/products/gold-hoops-1',
      source: 'shopify',
      available: true,
    })
    const byHandle = Object.fromEntries(products.map((product) => [product.handle, product]))
    expect(byHandle['no-image-balm']).toMatchObject({ image_url: null, merchant_name: 'Dahlia Test Store' })
    expect(byHandle['sold-out-serum']).toMatchObject({ available: false, category: 'General' })
    expect(byHandle['été-bikini']?.affiliate_link).toBe(
      'https://dahlia-test.myshopify.com/products/%C3%A9t%C3%A9-bikini',
    )
  })

  test('are used although the token may not read their stock', async () => {
    store.behave({ kind: 'serve', noInventoryScope: true })
    const { products } = await readProducts(deps, {})
    expect(products[0]?.variants[0]?.quantityAvailable).toBeNull()
  })
})

describe('a collection', () => {
  test('lists its own products under its title [S7.2]', async () => {
    const page = await readProducts(deps, { collection: 'beauty' })
    expect(page.collection).toEqual({ title: 'Beauty', handle: 'beauty', description: 'Small luxuries' })
    expect(page.products.map(({ handle, category }) => [handle, category])).toEqual([['no-image-balm', 'Beauty']])
  })

  test('that the store does not have is named [S8.6] [B8.55]', async () => {
    await expect(readProducts(deps, { collection: 'hats' })).rejects.toThrow(
      'Collection "hats" not found. Please check if this collection exists in your Shopify store.',
    )
  })

  test.each([
    'Invalid handle',
    'Collection is hidden',
    'Resource not found',
  ])('for which the store says "%s" is named as well [S8.6]', async (message) => {
    store.behave({ kind: 'error', message })
    await expect(readProducts(deps, { collection: 'beauty' })).rejects.toThrow('Collection "beauty" not found.')
    await expect(readProducts(deps, {})).rejects.toThrow(`GraphQL Error: ${message}`)
  })

  test('is one of ten that are listed, each with up to 20 products [S7.2] [S9.5] [B7.113]', async () => {
    const collections = await readCollections(deps)
    expect(store.asked[0]?.variables).toEqual({ first: 10 })
    expect(collections.map(({ handle }) => handle)).toEqual(['new-jewelry', 'beauty', 'fashion', 'swim'])
    expect(collections[0]?.products).toHaveLength(20)
  })
})

test('a product is read by its handle with 10 images and 100 variants, or is null [S9.4] [B7.112]', async () => {
  expect(await readProduct(deps, 'gold-hoops-3')).toMatchObject({ product_name: 'Gold Hoop Earrings No. 3' })
  expect(store.asked[0]?.query).toContain('images(first: 10)')
  expect(store.asked[0]?.query).toContain('variants(first: 100)')
  expect(await readProduct(deps, 'not-there')).toBeNull()
})

describe('a failing store', () => {
  test.each([
    [401, 'Unauthorized'],
    [402, 'Payment Required'],
    [403, 'Forbidden'],
    [404, 'Not Found'],
    [423, 'Locked'],
    [429, 'Too Many Requests'],
    [430, 'Shopify Security Rejection'],
    [500, 'Internal Server Error'],
    [503, 'Service Unavailable'],
  ])('that answers %i is told by its status text [S8.1] [B8.50]', async (status, text) => {
    store.behave({ kind: 'status', status })
    await expect(readProducts(deps, {})).rejects.toThrow(`Shopify API request failed: ${text}`)
  })

  test.each([
    [{ kind: 'throttled' }, 'GraphQL Error: Throttled'],
    [{ kind: 'error', message: 'Internal error. Looks like something went wrong' }, /^GraphQL Error: Internal error\./],
    [{ kind: 'silent' }, 'Shopify API request failed: timeout'],
    [{ kind: 'hang-up' }, 'Shopify API request failed: network error'],
    [{ kind: 'huge' }, 'Shopify API request failed: network error'],
    [{ kind: 'html' }, 'Shopify API request failed: the answer is not a GraphQL reply'],
  ] as const)('that is %o is told in the words of the page', async (behaviour, words) => {
    store.behave(behaviour)
    await expect(readProducts(deps, {})).rejects.toThrow(words)
  })

  test('does not fall back for other errors', async () => {
    store.behave({ kind: 'throttled' })
    await expect(readProducts(deps, {})).rejects.toThrow()
    expect(store.asked).toHaveLength(1)
  })

  test('refuses a wrong token [S7.1]', async () => {
    const wrong = { ...deps, store: { ...deps.store, accessToken: 'another-token' } }
    await expect(readProducts(wrong, {})).rejects.toThrow('Shopify API request failed: Unauthorized')
  })
})

test('an API version that the store no longer serves is still read, and logged [S7.1] [S9.6]', async () => {
  const old = { ...deps, store: { ...deps.store, apiVersion: '2024-01' } }
  await readProducts(old, { limit: 1 })
  expect(store.asked[0]?.version).toBe('2024-01')
  expect(warnings).toEqual([{ asked: '2024-01', served: '2026-01' }])
})
