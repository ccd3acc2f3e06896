import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { silentLog } from '../../log.ts'
import { WalStream } from './wal-stream.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('platform')
})
afterAll(() => db.drop())

function open() {
  return new WalStream({
    ...{ ownerUrl: db.url, pool: db.pools.owner, log: silentLog },
    ...{ wants: () => false, audience: () => 0, deliver: async () => {}, onState() {}, onGivenUp() {} },
  })
}

async function slots(): Promise<number> {
  const { rows } = await db.pools.owner.query(
    'select count(*)::int as count from pg_replication_slots where database = current_database()',
  )
  return rows[0].count
}

test('a stream that is stopped while it starts ends, and leaves no slot', async () => {
  for (const steps of [0, 1, 3, 10]) {
    const stream = open()
    stream.start()
    for (let step = 0; step < steps; step++) await db.pools.owner.query('select 1')
    await stream.stop()
    expect(await slots()).toBe(0)
  }
})

test('a stream that is wanted again while it is being stopped comes back', async () => {
  const stream = open()
  await stream.live()
  const stopped = stream.stop()
  const live = stream.live()
  await stopped
  await live
  expect(await slots()).toBe(1)
  await stream.stop()
  expect(await slots()).toBe(0)
})
