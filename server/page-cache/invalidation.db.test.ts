import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { silentLog } from '#platform'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createHealth } from '../observability/health.ts'
import { listenForInvalidations } from './invalidation.ts'

describe('page invalidations', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await testDatabase('shop')
  })
  afterAll(() => db.drop())

  async function listen() {
    const heard = { onChange: vi.fn(), onConnected: vi.fn(), onLost: vi.fn() }
    const changes = await listenForInvalidations({ databaseUrl: db.url, log: silentLog, ...heard })
    return { changes, ...heard }
  }

  test('are heard by every process once a write is committed, and not before', async () => {
    const [one, two] = await Promise.all([listen(), listen()])
    const session = await db.pools.owner.connect()
    try {
      await session.query('begin')
      await session.query(`insert into public.pages (name, url) values ('Spring', '/spring')`)
      await db.pools.owner.query('select 1')
      expect(one.onChange).not.toHaveBeenCalled()
      await session.query('commit')
    } finally {
      session.release()
    }
    await eventually(() => {
      expect(one.onChange).toHaveBeenCalledWith('pages')
      expect(two.onChange).toHaveBeenCalledWith('pages')
    })
    await Promise.all([one.changes.close(), two.changes.close()])
  })

  test('are listened for again after the session was cut, and the gap is told', async () => {
    const { changes, onConnected, onLost, onChange } = await listen()
    expect(onConnected).toHaveBeenCalledTimes(1)
    await db.pools.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dahlia invalidation' and datname = current_database()`,
    )
    await eventually(() => expect(onConnected).toHaveBeenCalledTimes(2))
    expect(onLost).toHaveBeenCalledTimes(1)
    expect(changes.connected()).toBe(true)
    await db.pools.owner.query(`select pg_notify('page_invalidation', 'products')`)
    await eventually(() => expect(onChange).toHaveBeenCalledWith('products'))
    await changes.close()
  })

  test('decide together with the migrations whether the process is ready', async () => {
    const { rows } = await db.pools.owner.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations',
    )
    const migrations = rows.map((row) => row.version)
    let connected = true
    const health = createHealth({
      isDiskFull: () => false,
      databaseUrl: db.url,
      migrations,
      connected: () => connected,
    })
    expect(await health.ready()).toEqual({ ready: true })
    connected = false
    expect((await health.ready()).ready).toBe(false)
    connected = true
    health.setDraining()
    expect(await health.ready()).toEqual({ ready: false, reason: 'stopping' })
    await health.close()
    const behind = createHealth({
      isDiskFull: () => false,
      databaseUrl: db.url,
      migrations: [...migrations, '29990101000000'],
      connected: () => true,
    })
    expect(await behind.ready()).toEqual({ ready: false, reason: 'migrations are not applied' })
    await behind.close()
    const away = createHealth({
      isDiskFull: () => false,
      databaseUrl: 'postgres://127.0.0.1:1/none',
      migrations,
      connected: () => true,
    })
    expect(await away.ready()).toEqual({ ready: false, reason: 'the database cannot be reached' })
    await away.close()
  })
})
