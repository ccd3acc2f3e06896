import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { buildPostponedIndexes, postponeIndexes } from './postponed-indexes.ts'
import { indexesOf } from './testing/feed-fixture.ts'

const MANY = 60_000

describe('the indexes of a small shop', () => {
  let db: TestDatabase
  let all: string[]
  beforeAll(async () => {
    db = await testDatabase('shop')
    all = await indexesOf(db.pools.owner)
  })
  afterAll(() => db.drop())
  afterEach(async () => {
    await using(buildPostponedIndexes)
  })

  async function using(work: (client: pg.PoolClient) => Promise<void>) {
    const client = await db.pools.owner.connect()
    try {
      await work(client)
    } finally {
      client.release()
    }
  }

  test('step aside for a large feed, but for those that keep rows unique, and come back as they were', async () => {
    await using((client) => postponeIndexes(client, MANY))
    const left = await indexesOf(db.pools.owner)
    expect(left.length).toBeGreaterThan(0)
    expect(left).toEqual(all.filter((definition) => definition.startsWith('CREATE UNIQUE')))
    await using(buildPostponedIndexes)
    expect(await indexesOf(db.pools.owner)).toEqual(all)
  })

  test('stay for a small feed', async () => {
    await using((client) => postponeIndexes(client, 1000))
    expect(await indexesOf(db.pools.owner)).toEqual(all)
  })

  test('stay when somebody has been reading for too long', async () => {
    const reader = await db.pools.owner.connect()
    await reader.query('begin')
    await reader.query('select from public.products')
    await using((client) => postponeIndexes(client, MANY))
    expect(await indexesOf(db.pools.owner)).toEqual(all)
    await reader.query('rollback')
    reader.release()
  })

  test('stay in a shop that has more than a few products', async () => {
    await db.pools.owner.query(
      `insert into public.products (product_name, merchant_name, affiliate_link)
       select 'Vase ' || n, 'Loam', 'https://a.example/' from generate_series(1, 2001) as n`,
    )
    await using((client) => postponeIndexes(client, MANY))
    expect(await indexesOf(db.pools.owner)).toEqual(all)
  })
})
