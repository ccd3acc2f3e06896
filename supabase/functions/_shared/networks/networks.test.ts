import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { API_TOKEN, FEED_KEY, PUBLISHER_ID, startFakeAwin } from '../../../../tests/fakes/awin/awin.ts'
import { ACCESS_TOKEN, COMPANY_ID, startFakeCj, WEBSITE_ID } from '../../../../tests/fakes/cj/cj.ts'
import type { Damage, FakeNetwork } from '../../../../tests/fakes/networks/fake-network.ts'
import { SECRET_KEY, SITE_KEY, startFakeSovrn } from '../../../../tests/fakes/sovrn/sovrn.ts'
import { awinCredentials } from './awin/credentials.ts'
import { awinSource } from './awin/source.ts'
import { cjCredentials } from './cj/credentials.ts'
import { cjSource } from './cj/source.ts'
import type { ClientDependencies } from './client.ts'
import type { Source } from './network.ts'
import { sovrnCredentials } from './sovrn/credentials.ts'
import { sovrnSource } from './sovrn/source.ts'
import { openSpool, type Spool } from './spool.ts'
import { readSource } from './testing/read-source.ts'

interface NetworkCase {
  name: string
  settings: Readonly<Record<string, string>>
  /** What must never be seen outside. */
  secrets: readonly string[]
  credentials(values: Readonly<Record<string, string | undefined>>): unknown
  start(): Promise<FakeNetwork>
  source(options: ClientDependencies & { spool: Spool }, wrongKey: boolean): Source
  rows: number
}

const networks: NetworkCase[] = [
  {
    name: 'Awin',
    settings: { AWIN_PUBLISHER_ID: PUBLISHER_ID, AWIN_FEED_KEY: FEED_KEY },
    secrets: [FEED_KEY, API_TOKEN],
    credentials: awinCredentials,
    start: () => startFakeAwin([{ programme: '1', feed: '91', rows: 4 }]),
    source: (options, wrongKey) =>
      awinSource({
        ...options,
        credentials: { publisherId: PUBLISHER_ID, feedKey: wrongKey ? 'wrong-key' : FEED_KEY, apiToken: API_TOKEN },
        published: new Map(),
      }),
    rows: 4,
  },
  {
    name: 'CJ',
    settings: { CJ_ACCESS_TOKEN: ACCESS_TOKEN, CJ_COMPANY_ID: COMPANY_ID, CJ_WEBSITE_ID: WEBSITE_ID },
    secrets: [ACCESS_TOKEN],
    credentials: cjCredentials,
    start: () => startFakeCj(5),
    source: (options, wrongKey) =>
      cjSource({
        ...options,
        credentials: {
          accessToken: wrongKey ? 'wrong-key' : ACCESS_TOKEN,
          companyId: COMPANY_ID,
          websiteId: WEBSITE_ID,
        },
      }),
    rows: 5,
  },
  {
    name: 'Sovrn',
    settings: { SOVRN_SITE_KEY: SITE_KEY, SOVRN_SECRET_KEY: SECRET_KEY },
    secrets: [SITE_KEY, SECRET_KEY],
    credentials: sovrnCredentials,
    start: () => startFakeSovrn({ '4006381333931': 3 }),
    source: (options, wrongKey) =>
      sovrnSource({
        ...options,
        credentials: { siteKey: SITE_KEY, secretKey: wrongKey ? 'wrong-key' : SECRET_KEY, market: 'usd_en' },
        lookUps: [{ gtin: '4006381333931' }],
      }),
    rows: 3,
  },
]

describe.each(networks)('$name', ({ settings, secrets, credentials, start, source, rows }) => {
  let folder: string
  let fake: FakeNetwork
  let waits: number[]
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dahlia-network-test-'))
    fake = await start()
    waits = []
  })
  afterEach(async () => {
    await fake.close()
    await rm(folder, { recursive: true, force: true })
  })

  const opened = async (wrongKey = false) =>
    source({ spool: await openSpool(folder), fetch: fake.fetch, wait: async (ms) => void waits.push(ms) }, wrongKey)

  async function failure(wrongKey = false): Promise<unknown> {
    return readSource(await opened(wrongKey)).then(
      () => null,
      (error: unknown) => error,
    )
  }

  test('is read whole, with links to its own hosts', async () => {
    const read = await opened()
    const { rows: found } = await readSource(read)
    expect(found).toHaveLength(rows)
    for (const { link } of found)
      expect(read.linkHosts?.some((host) => new URL(link).hostname.endsWith(host))).toBe(true)
  })

  test('is read a second time without being asked', async () => {
    await readSource(await opened())
    fake.asked.length = 0
    expect((await readSource(await opened())).rows).toHaveLength(rows)
    expect(fake.asked).toEqual([])
  })

  const cases: [string, Damage, { code: string; canPass: boolean }, number][] = [
    [
      'a refused key (401)',
      { kind: 'status', status: 401, body: secrets.join() },
      { code: 'credentials_refused', canPass: false },
      1,
    ],
    [
      'a refused key (403)',
      { kind: 'status', status: 403, body: secrets.join() },
      { code: 'credentials_refused', canPass: false },
      1,
    ],
    ['a web page in the place of data', { kind: 'html' }, { code: 'web_page', canPass: false }, 1],
    ['silence', { kind: 'silent' }, { code: 'unreachable', canPass: true }, 3],
    ['a closed connection', { kind: 'hang-up' }, { code: 'unreachable', canPass: true }, 3],
    ['an answer that breaks off', { kind: 'cut', bytes: 2 }, { code: 'unreachable', canPass: true }, 3],
    ['its own failure', { kind: 'status', status: 502 }, { code: 'server_failed', canPass: true }, 3],
    [
      'a demand to wait longer than a run does',
      { kind: 'status', status: 429, retryAfter: '3600' },
      { code: 'throttled', canPass: true },
      1,
    ],
  ]
  test.each(cases)('that answers with %s is told in words, without a key', async (_, damage, expected, asked) => {
    fake.damage(() => damage)
    const error = await failure()
    expect(error).toMatchObject(expected)
    expect(fake.asked).toHaveLength(asked)
    for (const secret of secrets) expect(`${error} ${JSON.stringify(error)}`).not.toContain(secret)
  })

  test('is asked again after the time that it names', async () => {
    let asked = 0
    fake.damage(() => (asked++ === 0 ? { kind: 'status', status: 429, retryAfter: '7' } : null))
    expect((await readSource(await opened())).rows).toHaveLength(rows)
    expect(waits[0]).toBe(7000)
  })

  test('tells a wrong key from a failure that may pass', async () => {
    expect(await failure(true)).toMatchObject({ code: 'credentials_refused', canPass: false })
    expect(fake.asked).toHaveLength(1)
  })

  test('ends at once when it is cancelled', async () => {
    const cancel = new AbortController()
    fake.damage(() => {
      cancel.abort()
      return { kind: 'silent' }
    })
    await expect(readSource(await opened(), cancel.signal)).rejects.toMatchObject({ code: 'cancelled' })
  })

  test('says all that is missing, and where it is found', () => {
    expect(() => credentials({})).toThrow(new RegExp(Object.keys(settings).join('.*')))
    expect(() => credentials(settings)).not.toThrow()
  })

  test.each(Object.keys(settings))('takes %s with blanks around it, and none with a line break inside', (name) => {
    expect(() => credentials({ ...settings, [name]: ` ${settings[name]}\r\n` })).not.toThrow()
    expect(() => credentials({ ...settings, [name]: `${settings[name]}\r\nx: y` })).toThrow(`${name} of `)
  })
})
