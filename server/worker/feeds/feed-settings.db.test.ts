import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { seal } from '../../../supabase/functions/_shared/networks/sealed-values.ts'
import { startDueFeeds } from './feed-clock.ts'
import { feedSettings } from './feed-settings.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  for (const name of ['AMAZON_CREDENTIAL_ID', 'AWIN_FEED_KEY', 'AWIN_PUBLISHER_ID'])
    await db.pools.owner.query('insert into private.feed_credentials (name, sealed) values ($1, $2)', [
      ...[name, seal('the secret', { name, value: `stored ${name}` })],
    ])
})
afterAll(() => db.drop())

test('imports have the keys that an admin stored, those of the environment before them, and no other network’s', async () => {
  const options = { settings: { AWIN_PUBLISHER_ID: '7', LOG_LEVEL: 'warn' }, secret: 'the secret' }
  expect(await feedSettings('awin', options, db.pools.owner)).toEqual({
    ...{ AWIN_PUBLISHER_ID: '7', LOG_LEVEL: 'warn', AWIN_FEED_KEY: 'stored AWIN_FEED_KEY' },
  })
  expect(await feedSettings('amazon-update', options, db.pools.owner)).toMatchObject({
    AMAZON_CREDENTIAL_ID: 'stored AMAZON_CREDENTIAL_ID',
  })
  expect(await feedSettings('demo', options, db.pools.owner)).toBe(options.settings)
})

test('a key that was stored under another secret is what its network lacks, and no other', async () => {
  await startDueFeeds(db.pools.owner, { settings: {}, secret: 'another' })
  await expect(feedSettings('awin', { settings: {}, secret: 'another' }, db.pools.owner)).rejects.toThrow(
    'stored under another secret key of the shop',
  )
  expect(await feedSettings('cj', { settings: {}, secret: 'another' }, db.pools.owner)).toEqual({})
})
