import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  asinOf,
  CREDENTIAL_ID,
  CREDENTIAL_SECRET,
  type FakeAmazon,
  PARTNER_TAG,
  startFakeAmazon,
} from '../../../../../tests/fakes/amazon/amazon.ts'
import { type AmazonCredentials, amazonCredentials } from './credentials.ts'
import { type AmazonAnswer, type AmazonClient, createAmazonClient } from './get-items.ts'

describe('the items of Amazon', () => {
  let fake: FakeAmazon
  let clock: number
  let waits: number[]
  beforeEach(async () => {
    fake = await startFakeAmazon()
    clock = 1_000_000
    waits = []
  })
  afterEach(() => fake.close())

  const client = (changed: Partial<AmazonCredentials> = {}) =>
    createAmazonClient({
      credentials: {
        id: CREDENTIAL_ID,
        secret: CREDENTIAL_SECRET,
        version: '3.1',
        partnerTag: PARTNER_TAG,
        marketplace: 'www.amazon.com',
        ...changed,
      },
      fetch: fake.fetch,
      now: () => clock,
      wait: async (ms) => {
        waits.push(ms)
        clock += ms
      },
    })

  async function items(from: AmazonClient, asins: readonly string[]) {
    const answers: AmazonAnswer[] = []
    for await (const answer of from.getItems(asins, new AbortController().signal)) answers.push(answer)
    return { items: answers.flatMap((answer) => answer.items), missing: answers.flatMap((answer) => answer.missing) }
  }
  const asins = (count: number) => Array.from({ length: count }, (_, i) => asinOf(i))
  const callsTo = (host: string) => fake.asked.filter(({ url }) => new URL(url).host === host)

  test('are asked for ten at a time, with one token', async () => {
    const { items: found, missing } = await items(client(), asins(25))
    expect(found).toHaveLength(24)
    expect(missing).toEqual([{ asin: asinOf(16), reason: 'ItemNotAccessible' }])
    expect(callsTo('creatorsapi.amazon')).toHaveLength(3)
    expect(callsTo('api.amazon.com')).toHaveLength(1)
    expect(JSON.stringify(found)).not.toContain('media-amazon')
  })

  test.each([
    ['2.2', 'creatorsapi.auth.eu-south-2.amazoncognito.com'],
    ['3.3', 'api.amazon.co.jp'],
  ] as const)('are given to a credential of version %s', async (version, host) => {
    expect((await items(client({ version }), asins(2))).items).toHaveLength(2)
    expect(callsTo(host)).toHaveLength(1)
  })

  test('need one token however many ask at once, and a new one before the old ends', async () => {
    const shared = client()
    await Promise.all([items(shared, asins(1)), items(shared, asins(2))])
    expect(callsTo('api.amazon.com')).toHaveLength(1)
    clock += 3_560_000
    await items(shared, asins(1))
    expect(callsTo('api.amazon.com')).toHaveLength(1)
    clock += 20_000
    await items(shared, asins(1))
    expect(callsTo('api.amazon.com')).toHaveLength(2)
  })

  test('are asked for again with a new token when the old is no longer taken', async () => {
    const shared = client()
    await items(shared, asins(1))
    fake.expireTokens()
    expect((await items(shared, asins(3))).items).toHaveLength(3)
    expect(callsTo('api.amazon.com')).toHaveLength(2)
  })

  test('are found by words, ten a page, until there are no more', async () => {
    const search = (page: number, words = 'yoga mat') => client().searchItems(words, page, new AbortController().signal)
    const first = await search(1)
    expect(first).toHaveLength(10)
    expect(first[0]?.gtins).toEqual([expect.stringMatching(/^\d{12,14}$/)])
    expect((await search(2)).map(({ asin }) => asin)).not.toContain(first[0]?.asin)
    expect(await search(4)).toEqual([])
    expect(await search(1, 'nothing of the kind')).toEqual([])
    expect(JSON.stringify(first)).not.toContain('media-amazon')
  })

  const listing = (rest: object) => ({
    isBuyBoxWinner: true,
    price: { money: { amount: 12.345, currency: 'USD' } },
    availability: { type: 'IN_STOCK' },
    ...rest,
  })
  test.each([
    ['no listing', [], null],
    ['listings of which none is put forward', [listing({ isBuyBoxWinner: false })], null],
    ['a subscription', [listing({ type: 'SUBSCRIBE_AND_SAVE' })], null],
    ['a price that may not be shown', [listing({ violatesMAP: true })], null],
    ['a price of nothing', [listing({ price: { money: { amount: 0, currency: 'USD' } } })], null],
    ['another type', [listing({ price: '12' })], null],
    [
      'a listing that is put forward',
      [listing({ isBuyBoxWinner: false }), listing({})],
      { amount: '12.3450', currency: 'USD' },
    ],
  ])('have the price that their page shows: %s', async (_, listings, price) => {
    fake.alter((item) => ({ ...item, offersV2: { listings } }))
    expect((await items(client(), asins(1))).items[0]?.price).toEqual(price)
  })

  test.each([
    ['another shop’s page', { detailPageURL: 'https://www.amazon.com.example/dp/B0X0000000' }],
    ['no title', { itemInfo: {} }],
    ['an id that was not asked for', { asin: 'B0X000000Z' }],
  ])('with %s count as missing', async (_, change) => {
    fake.alter((item) => ({ ...item, ...change }))
    expect(await items(client(), asins(1))).toEqual({
      items: [],
      missing: [{ asin: asinOf(0), reason: 'not in the answer' }],
    })
  })

  test.each([
    [403, '{"type":"AccessDeniedException","reason":"AssociateNotEligible"}', 'not_eligible', /ten qualified sales/],
    [403, '{"errors":[{"reason":"AssociateNotEligible"}]}', 'not_eligible', /ten qualified sales/],
    [403, '{"type":"AccessDeniedException","reason":"AuthorizationFailed"}', 'credentials_refused', /403/],
    [401, '<html>', 'credentials_refused', /401/],
    [400, '{"reason":"InvalidPartnerTag"}', 'partner_tag', /AMAZON_PARTNER_TAG/],
  ])('are refused with %d and %s in words', async (status, body, code, words) => {
    fake.damage(({ url }) => (url.includes('getItems') ? { kind: 'status', status, body } : null))
    await expect(items(client(), asins(1))).rejects.toMatchObject({
      code,
      canPass: false,
      message: expect.stringMatching(words),
    })
    expect(callsTo('creatorsapi.amazon')).toHaveLength(1)
  })

  test('are refused to a wrong secret, and neither it nor the right one is told', async () => {
    const error = await items(client({ secret: 'wrong-secret' }), asins(1)).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'credentials_refused', message: expect.stringContaining('version 3.1') })
    expect(`${error} ${JSON.stringify(error)}`).not.toMatch(/wrong-secret|amazon-secret/)
  })

  test('wait when Amazon throttles', async () => {
    let asked = 0
    fake.damage(({ url }) => (url.includes('getItems') && asked++ === 0 ? { kind: 'status', status: 429 } : null))
    expect((await items(client(), asins(1))).items).toHaveLength(1)
    expect(waits).toEqual([2000])
  })

  test('need a version and a marketplace that there are', () => {
    const values = {
      AMAZON_CREDENTIAL_ID: 'a',
      AMAZON_CREDENTIAL_SECRET: 'b',
      AMAZON_CREDENTIAL_VERSION: '3.1',
      AMAZON_PARTNER_TAG: 'c-20',
    }
    expect(amazonCredentials(values)).toMatchObject({ version: '3.1', marketplace: 'www.amazon.com' })
    expect(() => amazonCredentials({ ...values, AMAZON_CREDENTIAL_VERSION: '4.0' })).toThrow(
      '2.1, 2.2, 2.3, 3.1, 3.2, 3.3',
    )
    expect(() => amazonCredentials({ ...values, AMAZON_CREDENTIAL_VERSION: 'constructor' })).toThrow('version')
    expect(() => amazonCredentials({ ...values, AMAZON_MARKETPLACE: 'amazon.com.evil.com' })).toThrow(
      'AMAZON_MARKETPLACE',
    )
    expect(() => amazonCredentials({})).toThrow(/AMAZON_CREDENTIAL_ID.*AMAZON_PARTNER_TAG/)
  })
})
