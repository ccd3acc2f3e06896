import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostmaster, findRunningEmbedded } from '#platform'
import { feedText, rowsNamed } from '../../supabase/functions/_shared/import/testing/feed-fixture.ts'
import { type TemporaryDataDir, temporaryDataDir } from '../support/dahlia.ts'
import { eventually } from '../support/eventually.ts'
import { type NpmCommand, signalGroup, spawnNpm } from '../support/npm.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }

describe('npm run import on a stopped shop', () => {
  let folder: TemporaryDataDir
  let feed: string
  beforeAll(async () => {
    folder = await temporaryDataDir()
    feed = join(folder.dataDir, '..', 'many.csv')
    await writeFile(feed, feedText(rowsNamed(200_000)))
  })
  afterAll(() => folder.remove())

  const postgres = () => join(folder.dataDir, 'postgres')
  const postmaster = () => findPostmaster(join(postgres(), 'pgdata'))

  /** An import that is copying rows by now, and cannot publish them before the test has done with it. */
  async function importing(): Promise<NpmCommand> {
    const command = spawnNpm({
      args: ['run', 'import', '--', '--network', 'awin', feed],
      env: { DATA_DIR: folder.dataDir },
    })
    await eventually(async () => holdWhileCopying((await findRunningEmbedded(postgres())) ?? ''), PATIENCE)
    return command
  }

  test('whose database is killed ends with its sentence and leaves no database running', async () => {
    const { exited, output } = await importing()
    const server = await postmaster()
    if (server) process.kill(server.pid, 'SIGKILL')
    expect(await exited).toBe(1)
    expect(output()).toMatch(/^The database failed \(.+\)\. Nothing was published; import again when it is back\.$/m)
    expect(output()).not.toMatch(/^ +at /m)
    expect(await postmaster()).toBeNull()
  })

  test.each([
    ['SIGTERM to npm', ({ npm }: NpmCommand) => npm.kill('SIGTERM')],
    ['Ctrl-C', (command: NpmCommand) => signalGroup(command, 'SIGINT')],
  ])('ended by %s is cancelled in order', async (_, end) => {
    const command = await importing()
    end(command)
    await eventually(() => expect(command.output()).toContain('Cancelled. The shop is as it was.'), PATIENCE)
    await eventually(async () => expect(await postmaster()).toBeNull(), PATIENCE)
  })
})

/**
 * Locks the products until the database stops: without it an import of some seconds may be over before a signal has come
 * through npm to it.
 */
async function holdWhileCopying(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await expectCopy(client)
    await client.query('begin')
    await client.query('lock table public.products in access exclusive mode')
    // Still copying: whatever comes after the copy waits for the lock.
    await expectCopy(client)
  } catch (error) {
    await client.end()
    throw error
  }
}

async function expectCopy(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select from pg_stat_progress_copy where command = 'COPY FROM'`)
  expect(rows).toHaveLength(1)
}
