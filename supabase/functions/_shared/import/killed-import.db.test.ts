import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { closeAbandonedRuns } from './exclusive.ts'
import { catalogue, feedText, importFeed, indexesOf, rowsNamed } from './testing/feed-fixture.ts'

/** The real command in a process of its own, because only a process can be killed. */
function startImport(databaseUrl: string, path: string) {
  const child = spawn(process.execPath, ['scripts/import.ts', '--network', 'awin', path, '--force'], {
    env: { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece))
  const exit = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  )
  return { child, exit, output: () => output }
}

describe('an import that is killed', () => {
  let db: TestDatabase
  let folder: string
  beforeAll(async () => {
    db = await testDatabase('shop')
    folder = await mkdtemp(join(tmpdir(), 'dahlia-kill-test-'))
    await importFeed(db.pools.owner, feedText(rowsNamed(50)))
    await writeFile(join(folder, 'many.csv'), feedText(rowsNamed(60_000).map((row) => ({ ...row, price: '5.00' }))))
  })
  afterAll(async () => {
    await db.drop()
    await rm(folder, { recursive: true, force: true })
  })

  async function until(sql: string) {
    for (;;) {
      const { rows } = await db.pools.owner.query<{ reached: boolean }>(`select (${sql}) as reached`)
      if (rows[0]?.reached) return
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }

  /** Moments of an import, told by what its session is doing. */
  const doing = (statement: string) =>
    `exists (select from pg_stat_activity where datname = current_database() and state = 'active'
       and application_name = 'dahlia import' and query ilike '${statement}%')`

  test.each([
    ['while it stages', doing('copy private.feed_stage')],
    ['while it compares', doing('%create unlogged table private.feed_difference')],
    ['while it publishes', doing('insert into public.products')],
    [
      'while it builds indexes',
      `${doing('select private.build_postponed_indexes')} and exists (select from private.postponed_indexes)`,
    ],
  ])('%s leaves the catalogue as it was, and the next run is clean', async (_, moment) => {
    const before = await catalogue(db.pools.owner)
    const indexes = await indexesOf(db.pools.owner)
    const { child, exit } = startImport(db.url, join(folder, 'many.csv'))
    await until(moment)
    child.kill('SIGKILL')
    expect(await exit).toBe('SIGKILL')
    await until(`not exists (select from pg_stat_activity where datname = current_database()
      and application_name = 'dahlia import')`)
    expect(await catalogue(db.pools.owner)).toEqual(before)
    expect((await importFeed(db.pools.owner, feedText(rowsNamed(50)))).counts.unchanged).toBe(50)
    expect(await indexesOf(db.pools.owner)).toEqual(indexes)
    const { rows } = await db.pools.owner.query(`select from public.feed_runs where status = 'running'`)
    expect(rows).toEqual([])
  })

  test('is called failed without another import, and one that runs is not', async () => {
    const statuses = async () => {
      const { rows } = await db.pools.owner.query<{ status: string }>(
        `select status from public.feed_runs order by id desc`,
      )
      return rows[0]?.status
    }
    const { child, exit } = startImport(db.url, join(folder, 'many.csv'))
    await until(doing('copy private.feed_stage'))
    await closeAbandonedRuns(db.pools.owner)
    expect(await statuses()).toBe('running')
    child.kill('SIGKILL')
    await exit
    await until(`not exists (select from pg_stat_activity where datname = current_database()
      and application_name = 'dahlia import')`)
    await closeAbandonedRuns(db.pools.owner)
    expect(await statuses()).toBe('failed')
  })

  test('by its database says so, and the next run is clean', async () => {
    const before = await catalogue(db.pools.owner)
    const { exit, output } = startImport(db.url, join(folder, 'many.csv'))
    await until(doing('copy private.feed_stage'))
    // What the import sees of a database that is killed: every one of its connections breaks at once.
    await db.pools.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'dahlia import'`,
    )
    expect(await exit).toBe(1)
    expect(output()).toMatch(/^The database failed \(.+\)\. Nothing was published; import again when it is back\.$/m)
    expect(output()).not.toMatch(/^ +at /m)
    expect(await catalogue(db.pools.owner)).toEqual(before)
    expect((await importFeed(db.pools.owner, feedText(rowsNamed(50)))).counts.unchanged).toBe(50)
  })

  test('with Ctrl-C says that the shop is as it was', async () => {
    const before = await catalogue(db.pools.owner)
    const { child, exit, output } = startImport(db.url, join(folder, 'many.csv'))
    await until(doing('copy private.feed_stage'))
    child.kill('SIGINT')
    expect(await exit, output()).toBe(130)
    expect(output()).toContain('Cancelled. The shop is as it was.')
    expect(await catalogue(db.pools.owner)).toEqual(before)
  })

  test('not at all publishes the whole feed', async () => {
    const indexes = await indexesOf(db.pools.owner)
    const { exit, output } = startImport(db.url, join(folder, 'many.csv'))
    expect(await exit).toBe(0)
    expect(output()).toContain('60,000 rows read')
    const { rows } = await db.pools.owner.query(
      'select count(*)::int as listed from public.products where delisted_at is null',
    )
    expect(rows).toEqual([{ listed: 60_000 }])
    expect(await indexesOf(db.pools.owner)).toEqual(indexes)
  })
})
