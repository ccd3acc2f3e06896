import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeStore, PUBLIC_TOKEN, STORE_DOMAIN, startFakeStore } from '../../../tests/fakes/shopify/store.ts'
import { checkHttps } from './check-https.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import { checkStore } from './check-store.ts'

const SECRET = 'sb_publishable_of_this_shop'

describe('the public address', () => {
  const keys = { publishable: SECRET, secret: '' }
  const check = (SITE_URL: string | undefined, send: typeof fetch) =>
    checkHttps({ settings: { SITE_URL }, keys, fetch: send })
  const never: typeof fetch = async () => {
    throw new Error('asked')
  }
  const page =
    (text: string, status = 200): typeof fetch =>
    async () =>
      new Response(text, { status })

  test('is well when this shop answers there', async () => {
    expect(await check('https://shop.example', page(`<meta content="${SECRET}">`))).toEqual({
      state: 'ok',
      sentence: 'shop.example was reached from outside with a valid certificate, and this shop answers there.',
    })
  })

  test.each([
    ['without https', 'http://shop.example', never, /without https/],
    ['not set', undefined, never, /SITE_URL is not set/],
    ['of another site', 'https://shop.example', page('hello'), /another site answers there/],
    ['behind a broken proxy', 'https://shop.example', page('', 502), /answered with 502/],
    ['that nobody reaches', 'https://shop.example', never, /could not be reached from outside: its name leads nowhere/],
    [
      'with a bad certificate',
      'https://shop.example',
      async () => {
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' }) })
      },
      /certificate is not valid \(CERT_HAS_EXPIRED\)/,
    ],
  ] as const)('that is %s is something to do', async (_, url, send, sentence) => {
    const found = await check(url, send)
    expect(found.state).toBe('todo')
    expect(found.sentence).toMatch(sentence)
  })
})

describe('the store', () => {
  let store: FakeStore
  beforeAll(async () => {
    store = await startFakeStore()
  })
  afterAll(() => store.close())
  const check = (settings: Record<string, string>) =>
    checkStore({
      settings: { SHOPIFY_STORE_DOMAIN: STORE_DOMAIN, SHOPIFY_STOREFRONT_TOKEN: PUBLIC_TOKEN, ...settings },
      fetch: store.fetch,
    })

  test('is well when it shows a product', async () => {
    expect(await check({})).toEqual({ state: 'ok', sentence: expect.stringContaining('shows its products') })
  })

  test('is not needed', async () => {
    const found = await checkStore({ settings: {}, fetch: store.fetch })
    expect(found).toEqual({ state: 'off', sentence: expect.stringContaining('A shop without one is whole') })
  })

  test.each([
    ['a wrong key', { SHOPIFY_STOREFRONT_TOKEN: 'another' }, /does not know the token/],
    ['a private key', { SHOPIFY_STOREFRONT_TOKEN: 'shpat_0123' }, /never a private one/],
    ['a version that ended', { SHOPIFY_API_VERSION: '2020-01' }, /no longer serves the API version 2020-01.*2026-01/],
    ['a wrong domain', { SHOPIFY_STORE_DOMAIN: 'other.example' }, /other\.example could not be reached/],
    ['a missing key', { SHOPIFY_STOREFRONT_TOKEN: '' }, /Missing: accessToken/],
  ])('names %s, and never shows it', async (_, settings, sentence) => {
    const found = await check(settings)
    expect(found.state).toBe('todo')
    expect(found.sentence).toMatch(sentence)
    expect(JSON.stringify(found)).not.toMatch(new RegExp(`${PUBLIC_TOKEN}|another |shpat_`))
  })

  test('names a missing right', async () => {
    const message =
      'Access denied for products field. Required access: `unauthenticated_read_product_listings` access scope.'
    store.behave({ kind: 'error', message }, { kind: 'serve' })
    expect((await check({})).sentence).toContain('lacks the right unauthenticated_read_product_listings')
  })

  test.each([
    ['a failure', { kind: 'status', status: 503 }, /answered with 503/],
    ['a page', { kind: 'html' }, /something else than the Storefront API/],
  ] as const)('says so when it answers with %s', async (_, behaviour, sentence) => {
    store.behave(behaviour, { kind: 'serve' })
    expect((await check({})).sentence).toMatch(sentence)
  })
})

test('a second factor is well where every admin needs one', async () => {
  const check = (value: boolean | null, status = 'verified') => {
    const answers: typeof fetch = async (input) =>
      Response.json(
        String(input).includes('/factors')
          ? [{ id: 'f', status, factor_type: 'totp' }]
          : value === null
            ? []
            : [{ value }],
      )
    const service = createClient('http://shop.example', 'key', { global: { fetch: answers } })
    return checkSecondFactor({ service }, '00000000-0000-4000-8000-0000000000a3')
  }
  expect(await check(true)).toMatchObject({ state: 'ok' })
  expect(await check(null)).toMatchObject({ state: 'todo', sentence: expect.stringContaining('other admins') })
  expect(await check(true, 'unverified')).toMatchObject({
    state: 'todo',
    sentence: expect.stringContaining('You have no'),
  })
})
