import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  API_TOKEN,
  type FakeAwin,
  type FakeList,
  FEED_KEY,
  PUBLISHER_ID,
  startFakeAwin,
} from '../../../../../tests/fakes/awin/awin.ts'
import { listKey } from '../network.ts'
import { openSpool } from '../spool.ts'
import { readSource } from '../testing/read-source.ts'
import { awinSource } from './source.ts'

const credentials = { publisherId: PUBLISHER_ID, feedKey: FEED_KEY, apiToken: API_TOKEN }

describe('the lists of Awin', () => {
  let folder: string
  let fake: FakeAwin | null = null
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dahlia-awin-test-'))
  })
  afterEach(async () => {
    await fake?.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function started(
    lists: FakeList[],
    changed: Partial<typeof credentials> = {},
    published = new Map<string, string>(),
  ) {
    fake = await startFakeAwin(lists)
    const waits: number[] = []
    const source = awinSource({
      credentials: { ...credentials, ...changed },
      spool: await openSpool(folder),
      published,
      fetch: fake.fetch,
      wait: async (ms) => void waits.push(ms),
    })
    return { fake, source, waits }
  }

  const list = (programme: string, rest: Partial<FakeList> = {}): FakeList => ({
    programme,
    feed: `9${programme}`,
    rows: 5,
    ...rest,
  })

  test.each(['long', 'short'] as const)('reads every joined list under the %s header', async (header) => {
    const { fake, source } = await started([
      list('1'),
      list('2', { membership: 'joined' }),
      list('3', { membership: 'Not Joined' }),
    ])
    fake.useHeader(header)
    const read = await readSource(source)
    expect(read.rows).toHaveLength(10)
    expect(read.completed.map(({ programmeId, feedId }) => `${programmeId} ${feedId}`)).toEqual(['1 91', '2 92'])
    expect(read.programmes).toEqual([
      { programmeId: '1', status: 'joined' },
      { programmeId: '2', status: 'joined' },
      { programmeId: '3', status: 'not_joined' },
    ])
    expect(fake.asked).toHaveLength(3)
  })

  test.each([
    ',',
    ';',
    '|',
    '\t',
  ] as const)('reads lists cut by %j in each packing, with and without a mark', async (delimiter) => {
    const { source } = await started([
      list('1', { delimiter, packing: 'gzip', bom: true }),
      list('2', { delimiter, packing: 'zip' }),
      list('3', { delimiter, packing: 'none' }),
    ])
    const { rows, rejected, failed } = await readSource(source)
    expect({ rejected, failed }).toEqual({ rejected: [], failed: [] })
    expect(rows).toHaveLength(15)
    expect(rows[0]?.merchantPage).toMatch(/^https:\/\/www\./)
  })

  test('reads lists in Google’s format with the API’s token, slowly, and builds their links', async () => {
    const { fake, source, waits } = await started([list('1', { format: 'jsonl' }), list('2', { format: 'jsonl' })])
    const { rows, failed } = await readSource(source)
    expect(failed).toEqual([])
    expect(rows).toHaveLength(10)
    expect(rows[0]).toMatchObject({ programmeId: '1', feedId: '91', merchantName: 'Merchant 1' })
    expect(rows[0]?.link).toBe(
      `https://www.awin1.com/cread.php?awinmid=1&awinaffid=${PUBLISHER_ID}&ued=${encodeURIComponent(rows[0]?.merchantPage ?? '')}`,
    )
    expect(waits).toEqual([12_000, 12_000])
    expect(fake.asked.filter(({ headers }) => headers.authorization).map(({ url }) => new URL(url).host)).toEqual([
      'api.awin.com',
      'api.awin.com',
    ])
  })

  test('passes over a list that Awin has not read anew, and reads one that it has', async () => {
    const published = new Map([
      [listKey('1', '91'), '2026-11-20 04:00:00'],
      [listKey('2', '92'), '2026-11-19 04:00:00'],
    ])
    const { fake, source } = await started([list('1'), list('2')], {}, published)
    const { rows, unchanged, completed } = await readSource(source)
    expect(unchanged).toBe(1)
    expect(rows).toHaveLength(5)
    expect(completed).toEqual([{ programmeId: '2', feedId: '92', version: '2026-11-20 04:00:00' }])
    expect(fake.asked).toHaveLength(2)
  })

  test.each([
    [
      'a cut-off archive',
      { content: gzipSync('aw_deep_link,merchant_product_id,product_name\n').subarray(0, 30) },
      /damaged or cut off/,
    ],
    ['fewer rows than Awin counts', { products: '1,000' }, /it brought 5 of 1000 products/],
    ['a web page in its place', { content: '<!doctype html><title>Sign in</title>' }, /header lacks/],
    ['a missing column', { content: 'product_name,search_price\nVase,2\n' }, /header lacks merchant_product_id/],
    ['another host', { url: 'https://awin.example/feed.csv' }, /not one of its own/],
    [
      'an address that only begins like its own',
      { url: 'https://productdata.awin.com.example/feed.csv' },
      /not one of its own/,
    ],
    ['an unsafe scheme', { url: 'file:///etc/passwd' }, /not one of its own/],
    ['nothing', { content: '' }, /empty/],
  ])('tells a list with %s, delists nothing of it and reads the others', async (_, damaged, reason) => {
    const { source } = await started([list('1', damaged), list('2')])
    const { completed, failed } = await readSource(source)
    expect(failed).toEqual([{ name: 'Merchant 1 (list 91)', reason: expect.stringMatching(reason) }])
    expect(completed.map(({ programmeId }) => programmeId)).toEqual(['2'])
  })

  test('follows no redirect to another host', async () => {
    const { fake, source } = await started([list('1')])
    fake.damage(({ url }) => (url.includes('/fid/') ? { kind: 'redirect', to: 'http://169.254.169.254/' } : null))
    expect((await readSource(source)).failed).toEqual([
      { name: 'Merchant 1 (list 91)', reason: expect.stringMatching(/not one of its own/) },
    ])
    expect(fake.asked).toHaveLength(2)
  })

  test('ends only the list that is redirected to another host, and reads the others', async () => {
    const { fake, source } = await started([list('1'), list('2')])
    fake.damage(({ url }) => (url.includes('/fid/91/') ? { kind: 'redirect', to: 'https://files.example/91' } : null))
    const { rows, completed, failed } = await readSource(source)
    expect(rows).toHaveLength(5)
    expect(completed.map(({ programmeId }) => programmeId)).toEqual(['2'])
    expect(failed.map(({ name }) => name)).toEqual(['Merchant 1 (list 91)'])
  })

  test('goes on after a break without asking again for what it has', async () => {
    const { fake, source } = await started([list('1'), list('2'), list('3')])
    fake.damage(({ url }) => (url.includes('/fid/93/') ? { kind: 'status', status: 503 } : null))
    await expect(readSource(source)).rejects.toMatchObject({ code: 'server_failed', canPass: true })
    fake.damage(() => null)
    fake.asked.length = 0
    const { rows, completed } = await readSource(source)
    expect(rows).toHaveLength(15)
    expect(completed).toHaveLength(3)
    expect(fake.asked.map(({ url }) => new URL(url).pathname)).toEqual([expect.stringContaining('/fid/93/')])
  })

  test('keeps nothing of a file that broke off', async () => {
    const { fake, source } = await started([list('1')])
    fake.damage(({ url }) => (url.includes('/fid/') ? { kind: 'cut', bytes: 20 } : null))
    await expect(readSource(source)).rejects.toMatchObject({ code: 'unreachable', canPass: true })
    expect(await readdir(folder)).toEqual(['lists'])
  })

  test('says which token is missing for Google’s format, and reads the other lists', async () => {
    const { source } = await started([list('1', { format: 'jsonl' }), list('2')], { apiToken: '' })
    const { rows, failed } = await readSource(source)
    expect(rows).toHaveLength(5)
    expect(failed).toEqual([{ name: 'Merchant 1 (list 91)', reason: expect.stringContaining('AWIN_API_TOKEN') }])
  })

  test('refuses ten thousand and one joined lists', async () => {
    const lists = Array.from({ length: 10_001 }, (_, i) => list(String(i + 1), { content: '' }))
    await expect(readSource((await started(lists)).source)).rejects.toThrow('more than 10000 merchants')
  })

  test('says so when no programme is joined', async () => {
    const { source } = await started([list('1', { membership: 'Not Joined' })])
    await expect(readSource(source)).rejects.toMatchObject({ code: 'nothing_joined' })
  })
})
