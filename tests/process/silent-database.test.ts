import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, freePort, silentLog, startEmbedded } from '#platform'
import { feedText, rowsNamed } from '../../supabase/functions/_shared/import/testing/feed-fixture.ts'
import { spawnProcess, temporaryDataDir } from '../support/dahlia.ts'
import { type DatabaseRoute, openDatabaseRoute } from '../support/database-route.ts'
import { eventually } from '../support/eventually.ts'
import { spawnNpm } from '../support/npm.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }

/** Nobody hears a machine go whose network is lost: what runs alone, with nobody to ask, would wait for a quarter of an hour. */
describe('a database that falls silent', () => {
  let folder: Awaited<ReturnType<typeof temporaryDataDir>>
  let server: EmbeddedPostgres
  let route: DatabaseRoute
  /** Holds up what is tested, by another way. */
  let holder: pg.Client
  beforeAll(async () => {
    folder = await temporaryDataDir()
    server = await startEmbedded({ dataDir: `${folder.dataDir}-elsewhere`, port: await freePort(), log: silentLog })
    route = await openDatabaseRoute({ databaseUrl: server.url })
    holder = new pg.Client({ connectionString: server.url })
    await holder.connect()
  })
  afterAll(async () => {
    await holder.end()
    await route[Symbol.asyncDispose]()
    await server.stop()
    await folder.remove()
  })

  const count = async (from: string) => (await holder.query(`select from ${from}`)).rowCount

  test('under a start ends it with a sentence', async () => {
    // The lock of the migrations.
    await holder.query('select pg_advisory_lock(7361004118)')
    const env = { DATABASE_URL: route.url }
    const dahlia = spawnProcess({ dataDir: folder.dataDir, port: await freePort(), env })
    await eventually(async () => expect(await count('pg_locks where not granted')).toBe(1), PATIENCE)
    route.cut()
    expect(await dahlia.exited).toBe(1)
    expect(dahlia.output()).toContain('The database was lost (The database does not answer.)')
    expect(dahlia.output()).not.toMatch(/^ +at /m)
    route.mend()
    await holder.query('select pg_advisory_unlock_all()')
  })

  test('under an import ends it with its sentence', async () => {
    const feed = join(folder.dataDir, '..', 'many.csv')
    await writeFile(feed, feedText(rowsNamed(60_000)))
    const args = ['run', 'import', '--', '--network', 'awin', feed]
    const { exited, output } = spawnNpm({ args, env: { DATA_DIR: folder.dataDir, DATABASE_URL: route.url } })
    await eventually(async () => expect(await count(`public.feed_runs where status = 'running'`)).toBe(1), PATIENCE)
    await holder.query('begin')
    await holder.query('lock table public.products in access exclusive mode')
    await eventually(async () => expect(await count('pg_locks where not granted')).toBeGreaterThan(0), PATIENCE)
    route.cut()
    expect(await exited).toBe(1)
    expect(output()).toMatch(/^The database failed \(.+\)\. Nothing was published/m)
    expect(output()).not.toMatch(/^ +at /m)
    await holder.query('rollback')
  })
})
