import { describe, expect, test } from 'vitest'
import { storeConfig } from './config.ts'
import { shopifyErrors } from './errors.ts'
import { createResponseCache } from './response-cache.ts'
import { createUpstreamBudget } from './upstream-budget.ts'

describe('the store’s settings', () => {
  const domain = 'shop.myshopify.com'
  const token = 'a-public-token'
  test.each([
    [{}, 'Shopify configuration not found'],
    [
      { SHOPIFY_STOREFRONT_TOKEN: token },
      'Shopify configuration incomplete. Missing: domain. Please set up your store credentials.',
    ],
    [
      { SHOPIFY_STORE_DOMAIN: domain },
      'Shopify configuration incomplete. Missing: accessToken. Please set up your store credentials.',
    ],
    [
      { SHOPIFY_STORE_DOMAIN: '127.0.0.1', SHOPIFY_STOREFRONT_TOKEN: token },
      /^Failed to get Shopify configuration: the domain/,
    ],
    [
      { SHOPIFY_STORE_DOMAIN: domain, SHOPIFY_STOREFRONT_TOKEN: 'shpat_secret' },
      /^Failed to get Shopify configuration: the token must be the public/,
    ],
  ])('%j are refused in words [S8.2] [S8.3] [S8.4] [B5.17] [B8.51] [B8.52]', (settings, words) => {
    expect(() => storeConfig(settings)).toThrow(words)
  })

  test('carry the API version, the newest known one when none is given', () => {
    const settings = { SHOPIFY_STORE_DOMAIN: domain, SHOPIFY_STOREFRONT_TOKEN: token }
    expect(storeConfig(settings)).toEqual({ domain, accessToken: token, apiVersion: '2026-04' })
    expect(storeConfig({ ...settings, SHOPIFY_API_VERSION: '2024-01' }).apiVersion).toBe('2024-01')
  })
})

describe('cached responses', () => {
  function keeper() {
    const clock = { now: 0 }
    let asked = 0
    const kept = createResponseCache({ now: () => clock.now, maxEntries: 2 })
    const ask = async () => `answer ${++asked}`
    return { clock, kept, ask }
  }

  test('are shared for a minute, also by those who wait for the same one', async () => {
    const { clock, kept, ask } = keeper()
    expect(await Promise.all([kept('a', ask), kept('a', ask)])).toEqual(['answer 1', 'answer 1'])
    clock.now = 59_999
    expect(await kept('a', ask)).toBe('answer 1')
    clock.now = 60_000
    expect(await kept('a', ask)).toBe('answer 2')
  })

  test('stand in for a store that fails, for ten minutes', async () => {
    const { clock, kept, ask } = keeper()
    const fail = async () => {
      throw shopifyErrors.requestFailed('Bad Gateway')
    }
    await kept('a', ask)
    clock.now = 599_999
    expect(await kept('a', fail)).toBe('answer 1')
    clock.now = 600_000
    await expect(kept('a', fail)).rejects.toThrow('Bad Gateway')
    expect(await kept('a', ask)).toBe('answer 2')
  })

  test('never hide that a collection is gone', async () => {
    const { clock, kept, ask } = keeper()
    await kept('a', ask)
    clock.now = 60_000
    const gone = async () => {
      throw shopifyErrors.collectionNotFound('a')
    }
    await expect(kept('a', gone)).rejects.toThrow('Collection "a" not found.')
  })

  test('are few: the oldest goes', async () => {
    const { kept, ask } = keeper()
    for (const key of ['a', 'b', 'c']) await kept(key, ask)
    expect(await kept('a', ask)).toBe('answer 4')
    expect(await kept('c', ask)).toBe('answer 3')
  })
})

test('one address may cause so many questions a minute, our own pages more', () => {
  const clock = { now: 0 }
  const spend = createUpstreamBudget({ now: () => clock.now, perAddress: 2, ownAddress: 3 })
  for (const address of ['192.0.2.1', '192.0.2.1', '127.0.0.1', '127.0.0.1', '127.0.0.1']) spend(address)
  expect(() => spend('192.0.2.1')).toThrow('Too many requests. Please try again in a minute.')
  expect(() => spend('127.0.0.1')).toThrow()
  spend('192.0.2.2')
  clock.now = 60_000
  spend('192.0.2.1')
})

test('many addresses cause no more questions than a crowd would, and our own pages still ask', () => {
  const clock = { now: 0 }
  const spend = createUpstreamBudget({ now: () => clock.now, altogether: 3 })
  for (const host of [1, 2, 3]) spend(`2001:db8::${host}`)
  expect(() => spend('2001:db8::4')).toThrow('Too many requests. Please try again in a minute.')
  spend('127.0.0.1')
  clock.now = 60_000
  spend('2001:db8::4')
})
