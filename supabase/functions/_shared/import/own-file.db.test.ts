import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { openFeedFile } from '../feed-file/open.ts'
import { ownFileSource } from '../networks/file/source.ts'
import { importFeed } from './testing/feed-fixture.ts'

let db: TestDatabase
let folder: string
beforeAll(async () => {
  db = await testDatabase('shop')
  folder = await mkdtemp(join(tmpdir(), 'dahlia-own-file-test-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await db.drop()
})

const mapping = { external_id: 'id', product_name: 'name', affiliate_link: 'url', price: 'cost' }
const item = (id: string, price = '5') =>
  `<item><id>${id}</id><name>Vase ${id}</name><url>https://loam.example/${id}</url><cost>${price}</cost></item>`

async function imported(text: string, merchant: string) {
  const path = join(folder, 'feed.xml')
  await writeFile(path, text)
  const feed = await openFeedFile({ path, signal: new AbortController().signal })
  const source = ownFileSource({
    feed,
    mapping,
    merchant: { name: merchant, programmeId: merchant.toLowerCase(), feedId: '' },
  })
  return importFeed(db.pools.owner, '-', { source, sourceName: merchant, force: true })
}

const listed = async () =>
  (
    await db.pools.owner.query(
      `select merchant_name as shop, external_id as id, source from public.products where delisted_at is null order by 1, 2`,
    )
  ).rows

test("a merchant's own file becomes products without a source, and what it drops leaves the shop, other shops' not", async () => {
  expect((await imported(`<r>${item('A')}${item('B')}${item('C', 'ask')}</r>`, 'Loam')).counts).toMatchObject({
    new: 2,
    rejectedByReason: { 'price is not an amount': 1 },
  })
  await imported(`<r>${item('A')}</r>`, 'Reed')
  expect(await listed()).toEqual([
    { shop: 'Loam', id: 'A', source: null },
    { shop: 'Loam', id: 'B', source: null },
    { shop: 'Reed', id: 'A', source: null },
  ])
  // Cut off: nothing of it is known to be gone.
  const { message, counts } = await imported(`<r>${item('A')}<item><id>B`, 'Loam')
  expect(counts).toMatchObject({ unchanged: 1, delisted: 0 })
  expect(message).toContain('Loam: it is damaged')
  expect((await imported(`<r>${item('B')}</r>`, 'Loam')).counts).toMatchObject({ delisted: 1 })
  expect(await listed()).toEqual([
    { shop: 'Loam', id: 'B', source: null },
    { shop: 'Reed', id: 'A', source: null },
  ])
})
