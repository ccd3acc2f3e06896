import { afterEach, describe, expect, test } from 'vitest'
import {
  CREDENTIAL_ID,
  CREDENTIAL_SECRET,
  PARTNER_TAG,
  startFakeAmazon,
} from '../../../../tests/fakes/amazon/amazon.ts'
import { API_TOKEN, FEED_KEY, PUBLISHER_ID, startFakeAwin } from '../../../../tests/fakes/awin/awin.ts'
import { ACCESS_TOKEN, COMPANY_ID, startFakeCj, WEBSITE_ID } from '../../../../tests/fakes/cj/cj.ts'
import type { Damage, FakeNetwork } from '../../../../tests/fakes/networks/fake-network.ts'
import { SECRET_KEY, SITE_KEY, startFakeSovrn } from '../../../../tests/fakes/sovrn/sovrn.ts'
import type { Values } from './credentials.ts'
import { CREDENTIAL_NAMES, KNOWN_NETWORKS } from './known-networks.ts'
import { credentialValues, seal, unseal } from './sealed-values.ts'

const AMAZON = {
  ...{ AMAZON_CREDENTIAL_ID: CREDENTIAL_ID, AMAZON_CREDENTIAL_SECRET: CREDENTIAL_SECRET },
  ...{ AMAZON_CREDENTIAL_VERSION: '3.1', AMAZON_PARTNER_TAG: PARTNER_TAG },
}
const AWIN = { AWIN_PUBLISHER_ID: PUBLISHER_ID, AWIN_FEED_KEY: FEED_KEY, AWIN_API_TOKEN: API_TOKEN }
const CJ = { CJ_ACCESS_TOKEN: ACCESS_TOKEN, CJ_COMPANY_ID: COMPANY_ID, CJ_WEBSITE_ID: WEBSITE_ID }
const SOVRN = { SOVRN_SITE_KEY: SITE_KEY, SOVRN_SECRET_KEY: SECRET_KEY }
const awinLists = (membership: string) => startFakeAwin([{ programme: '1', feed: '91', rows: 1, membership }])

const refusal = (reason: string): Damage => ({ kind: 'status', status: 403, body: JSON.stringify({ reason }) })

type Network = keyof typeof KNOWN_NETWORKS
type Trial = [what: string, network: Network, values: Values, start: () => Promise<FakeNetwork>, sentence: RegExp]

const RIGHT: Trial[] = [
  ['Amazon', 'amazon', AMAZON, startFakeAmazon, /takes the credential and the partner tag for www\.amazon\.com/],
  ['Awin', 'awin', AWIN, () => awinLists('Joined'), /lists 1 joined programme\.$/],
  ['Awin without a token', 'awin', { ...AWIN, AWIN_API_TOKEN: '' }, () => awinLists('Joined'), /AWIN_API_TOKEN is not/],
  ['CJ', 'cj', CJ, () => startFakeCj(1200), /has 1,200 products/],
  ['Sovrn', 'sovrn', SOVRN, () => startFakeSovrn({}), /takes both keys for usd_en/],
]
const WRONG: Trial[] = [
  ['a missing key', 'amazon', {}, startFakeAmazon, /needs AMAZON_CREDENTIAL_ID .*AMAZON_PARTNER_TAG/],
  ['a wrong secret', 'amazon', { ...AMAZON, AMAZON_CREDENTIAL_SECRET: 'x' }, startFakeAmazon, /does not know this/],
  ['no version', 'amazon', { ...AMAZON, AMAZON_CREDENTIAL_VERSION: '4.0' }, startFakeAmazon, /versions are 2\.1/],
  ['another tag', 'amazon', { ...AMAZON, AMAZON_PARTNER_TAG: 'x-20' }, startFakeAmazon, /Check AMAZON_PARTNER_TAG/],
  ['a wrong feed key', 'awin', { ...AWIN, AWIN_FEED_KEY: 'x' }, () => awinLists('Joined'), /Check AWIN_FEED_KEY/],
  ['a wrong token', 'awin', { ...AWIN, AWIN_API_TOKEN: 'x' }, () => awinLists('Joined'), /Check AWIN_API_TOKEN/],
  ['no programme', 'awin', AWIN, () => awinLists('Not Joined'), /lists no joined programme/],
  ['a wrong token', 'cj', { ...CJ, CJ_ACCESS_TOKEN: 'x' }, () => startFakeCj(1), /Check the personal access token/],
  ['another website', 'cj', { ...CJ, CJ_WEBSITE_ID: '999' }, () => startFakeCj(1), /Check CJ_WEBSITE_ID/],
  ['no programme', 'cj', CJ, () => startFakeCj(0), /lists no joined programme/],
  ['a wrong site key', 'sovrn', { ...SOVRN, SOVRN_SITE_KEY: 'x' }, () => startFakeSovrn({}), /refuses the credentials/],
  ['a wrong secret', 'sovrn', { ...SOVRN, SOVRN_SECRET_KEY: 'x' }, () => startFakeSovrn({}), /the secret key/],
]

describe('testing the credentials of a network', () => {
  let fake: FakeNetwork | null = null
  afterEach(() => fake?.close())

  async function tried([, network, values, start]: Trial, damage: Damage | null = null): Promise<string> {
    fake = await start()
    const { fetch, damage: inflict } = fake
    inflict(({ url }) => (new URL(url).host === 'creatorsapi.amazon' ? damage : null))
    return KNOWN_NETWORKS[network].check(values, { fetch, wait: async () => {} }, new AbortController().signal)
  }

  test.each(RIGHT)('says of right ones what they give: %s', async (...trial) => {
    expect(await tried(trial)).toMatch(trial[4])
  })

  test.each(WRONG)('says of %s of %s what is wrong, without a key', async (...trial) => {
    const error: unknown = await tried(trial).then(String, (thrown: unknown) => thrown)
    expect(String(error)).toMatch(trial[4])
    for (const value of Object.values(trial[2])) {
      if (value !== undefined && value.length > 6) expect(`${error} ${JSON.stringify(error)}`).not.toContain(value)
    }
  })

  test.each([
    ['AssociateNotEligible', /ten qualified sales within 30 days/],
    ['InvalidAssociate', /Check AMAZON_PARTNER_TAG/],
  ])('tells the missing right %s of Amazon in words', async (reason, sentence) => {
    const [right] = RIGHT
    if (!right) throw new Error('There is no trial.')
    await expect(tried(right, refusal(reason))).rejects.toThrow(sentence)
  })
})

describe('a stored credential', () => {
  const sealed = seal('the secret', { name: 'AWIN_FEED_KEY', value: 'a key' })
  const stored = (rows: { name: string; sealed: Buffer }[]) => ({
    query: async (_: string, [names]: unknown[]) => ({
      rows: rows.filter(({ name }) => Array.isArray(names) && names.includes(name)),
    }),
  })
  const values = (environment: Values, secret = 'the secret') =>
    credentialValues(stored([{ name: 'AWIN_FEED_KEY', sealed }]), {
      ...{ environment, secret, names: ['AWIN_FEED_KEY', 'AWIN_PUBLISHER_ID'] },
    })

  test('opens with the shop’s secret and its own name alone, and looks different each time', () => {
    expect(unseal('the secret', { name: 'AWIN_FEED_KEY', sealed })).toBe('a key')
    expect(unseal('another', { name: 'AWIN_FEED_KEY', sealed })).toBeNull()
    expect(unseal('the secret', { name: 'CJ_ACCESS_TOKEN', sealed })).toBeNull()
    expect(unseal('the secret', { name: 'AWIN_FEED_KEY', sealed: Buffer.alloc(40) })).toBeNull()
    expect(seal('the secret', { name: 'AWIN_FEED_KEY', value: 'a key' })).not.toEqual(sealed)
    expect(sealed.includes('a key')).toBe(false)
  })

  test('stands in for what the environment does not give', async () => {
    expect(await values({ AWIN_PUBLISHER_ID: '1' })).toEqual({ AWIN_FEED_KEY: 'a key', AWIN_PUBLISHER_ID: '1' })
    expect(await values({ AWIN_FEED_KEY: 'own' })).toEqual({ AWIN_FEED_KEY: 'own' })
  })

  test('that cannot be opened any more is told by its name', async () => {
    await expect(values({}, 'another')).rejects.toThrow('AWIN_FEED_KEY was stored under another secret key')
    expect(await values({ AWIN_FEED_KEY: 'own' }, 'another')).toEqual({ AWIN_FEED_KEY: 'own' })
  })

  test('is one of fourteen', () => expect(new Set(CREDENTIAL_NAMES).size).toBe(14))
})
