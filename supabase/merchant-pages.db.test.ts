import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addStaff, asCaller } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { importFeed, rowNamed, sourceOf } from './functions/_shared/import/testing/feed-fixture.ts'

const PAGE = 'https://www.loam.example/p/1?size=m'

describe("the merchant's own page of an offer", () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await testDatabase('shop')
    await addStaff(db)
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    await db.pools.owner.query(
      'truncate public.products, public.feeds, public.feed_runs, private.merchant_pages cascade',
    )
  })

  const imported = (pages: Readonly<Record<string, string>>) =>
    importFeed(db.pools.owner, '-', {
      source: sourceOf([
        {
          rows: Object.entries(pages).map(([id, merchantPage]) => ({ ...rowNamed(id, '1'), merchantPage })),
          completed: [{ programmeId: '7', feedId: '1', version: '1' }],
        },
      ]),
      force: true,
    })

  async function pages() {
    const { rows } = await db.pools.owner.query<{ id: string; url: string | null }>(
      `select external_id as id, public.merchant_url(p) as url from public.products as p where delisted_at is null order by 1`,
    )
    return rows.map(({ id, url }) => [id, url])
  }

  test('is kept as an import brings it: http and https only, else nothing', async () => {
    const { counts } = await imported({
      A: PAGE,
      B: 'http://loam.example/b',
      C: 'javascript:alert(1)',
      D: '',
      E: 'https://user:secret@loam.example/',
      F: 'ftp://loam.example/f',
    })
    expect(counts).toMatchObject({ new: 6, rejected: 0 })
    expect(await pages()).toEqual([
      ['A', PAGE],
      ['B', 'http://loam.example/b'],
      ...['C', 'D', 'E', 'F'].map((id) => [id, null]),
    ])
  })

  test('follows the feed: it changes, comes, goes, and is no change when it stays', async () => {
    await imported({ A: PAGE, B: '', C: PAGE, D: PAGE })
    const { counts } = await imported({ A: `${PAGE}&v=2`, B: PAGE, C: '', D: PAGE })
    expect(counts).toMatchObject({ changed: 3, unchanged: 1 })
    expect(await pages()).toEqual([
      ['A', `${PAGE}&v=2`],
      ['B', PAGE],
      ['C', null],
      ['D', PAGE],
    ])
    expect((await imported({ A: `${PAGE}&v=2`, B: PAGE, C: '', D: PAGE })).counts).toMatchObject({ unchanged: 4 })
  })

  test('goes with its product', async () => {
    await imported({ A: PAGE })
    await db.pools.owner.query('delete from public.products')
    expect((await db.pools.owner.query('select from private.merchant_pages')).rows).toEqual([])
  })

  test.each([
    ['anon', null],
    ['viewer', null],
    ['editor', PAGE],
    ['service', PAGE],
  ] as const)('is told to staff who edit: %s', async (caller, told) => {
    await imported({ A: PAGE })
    const read = (sql: string) => asCaller(db, caller, async (client) => (await client.query(sql)).rows)
    const whole = await read('select * from public.products')
    expect(whole).toHaveLength(1)
    expect(JSON.stringify(whole)).not.toContain('loam.example')
    const asked = read('select public.merchant_url(p) as url from public.products as p')
    if (caller === 'anon') await expect(asked).rejects.toThrow('permission denied')
    else expect(await asked).toEqual([{ url: told }])
  })
})
