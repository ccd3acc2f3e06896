import { access, readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort, silentLog, startEmbedded, withSession } from '#platform'
import { isRunning } from '#platform/testing'
import {
  type Dahlia,
  type ProcessOptions,
  postmasterOf,
  spawnProcess,
  startProcess,
  temporaryDataDir,
} from '../support/dahlia.ts'
import { eventually } from '../support/eventually.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function emptyFolder(): Promise<string> {
  const { dataDir, remove } = await temporaryDataDir()
  cleanUps.push(remove)
  return dataDir
}

async function start(options: Partial<ProcessOptions> = {}): Promise<Dahlia> {
  const dahlia = await startProcess({
    dataDir: options.dataDir ?? (await emptyFolder()),
    port: options.port ?? (await freePort()),
    env: options.env ?? {},
  })
  cleanUps.push(() => dahlia.stop())
  return dahlia
}

/** A start that is meant to fail: its exit code and everything it said. */
async function failedStart(options: Partial<ProcessOptions>): Promise<{ code: number | null; said: string }> {
  const dahlia = spawnProcess({
    dataDir: options.dataDir ?? (await emptyFolder()),
    port: options.port ?? (await freePort()),
    env: options.env ?? {},
  })
  const code = await dahlia.exited
  return { code, said: dahlia.output().trim() }
}

describe('a start', () => {
  test('prints where the shop is, and the first admin once in its life; a stop takes the database along', async () => {
    const dahlia = await start()
    expect(dahlia.output()).toContain(`Dahlia is ready at ${dahlia.url}\n`)
    expect(dahlia.output()).toMatch(/Sign in at .*\/admin\/login as admin@dahlia\.example with \S{16}\n/)
    const database = await postmasterOf(dahlia)
    expect(database).not.toBeNull()
    expect(await dahlia.stop('SIGINT')).toBe(0)
    await eventually(() => expect(database !== null && isRunning(database)).toBe(false))

    const again = await start({ dataDir: dahlia.dataDir })
    expect(again.output().trim()).toBe(`Dahlia is ready at ${again.url}`)
    // As Ctrl-C under npm arrives: from the terminal and from npm.
    again.child.kill('SIGINT')
    expect(await again.stop('SIGINT')).toBe(0)
    expect(await postmasterOf(again)).toBeNull()
  })

  test('that is interrupted says so at once, and leaves no database running', async () => {
    const dahlia = spawnProcess({ dataDir: await emptyFolder(), port: await freePort() })
    await eventually(() => expect(dahlia.output()).toContain('Sign in at'), { timeout: 60_000, interval: 1 })
    dahlia.child.kill('SIGINT')
    expect(await dahlia.exited).toBe(130)
    expect(dahlia.output()).toContain('Stopped in the middle of the start. The next one goes on from here.\n')
    await eventually(async () => expect(await postmasterOf(dahlia)).toBeNull())
  })

  test.each([
    ['makes the cluster', 'postgres/postgres-password'],
    ['migrates', 'postgres/pgdata/postmaster.pid'],
  ])('that is interrupted while it %s stops there, and the next one goes on', async (_step, file) => {
    const dahlia = spawnProcess({ dataDir: await emptyFolder(), port: await freePort() })
    const reached = () => access(join(dahlia.dataDir, file))
    await eventually(reached, { timeout: 60_000, interval: 1 })
    dahlia.child.kill('SIGTERM')
    expect(await dahlia.exited).toBe(143)
    expect(dahlia.output()).not.toContain('Sign in at')
    const again = await start({ dataDir: dahlia.dataDir })
    expect(again.output()).toContain('Sign in at')
    expect((await fetch(`${again.url}/products`)).status).toBe(200)
    const left = await readdir(join(dahlia.dataDir, 'postgres'))
    expect(left.filter((name) => name.includes('partial'))).toEqual([])
  })

  test('on the data folder of an older commit ends with the command that makes it anew, and deletes nothing', async () => {
    const dataDir = await emptyFolder()
    const rows = async (sql: string) => {
      const database = await startEmbedded({ dataDir: join(dataDir, 'postgres'), log: silentLog })
      try {
        return await withSession({ url: database.url, name: 'test' }, async (client) => (await client.query(sql)).rows)
      } finally {
        await database.stop()
      }
    }
    await rows(`create schema supabase_migrations;
      create table supabase_migrations.schema_migrations as select '20261122190000' as version`)
    const { code, said } = await failedStart({ dataDir })
    expect(code).toBe(1)
    expect(said).toMatch(/^The database was made by an older version .* make it anew with "npm run db:reset" and .*\.$/)
    expect(await rows('select version from supabase_migrations.schema_migrations')).toEqual([
      { version: '20261122190000' },
    ])
  })

  test('on a data folder that is in use ends with one sentence, and the first goes on', async () => {
    const first = await start()
    const second = await failedStart({ dataDir: first.dataDir })
    expect(second.code).toBe(1)
    expect(second.said).toMatch(/^The database in \S+ is in use by another process.*: stop that one, or .*\.$/)
    const same = await failedStart({ dataDir: first.dataDir, port: Number(new URL(first.url).port) })
    expect(same.said).toMatch(
      /^Port \d+ is taken and the database in \S+ runs: Dahlia seems to run there already\. Stop/,
    )
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  test('on a taken port ends with one sentence before it touches anything', async () => {
    const port = await freePort()
    // The next one is taken as well, unless somebody else has it already.
    const others = [port, port + 1].map((taken) =>
      createServer()
        .on('error', () => {})
        .listen(taken, '127.0.0.1'),
    )
    cleanUps.push(async () => others.map((other) => other.close()))
    const dataDir = await emptyFolder()
    const { code, said } = await failedStart({ dataDir, port })
    expect(code).toBe(1)
    const advice =
      /^Port (\d+) on 127\.0\.0\.1 is taken by another program: stop it, or start Dahlia with PORT=(\d+)\.$/
    const [, taken, free] = advice.exec(said) ?? []
    expect([Number(taken), Number(free)], said).toEqual([
      port,
      expect.toSatisfy((advised: number) => advised > port + 1),
    ])
    expect(await postmasterOf({ dataDir })).toBeNull()
  })

  test('with a database that is not there says which and why', async () => {
    const nobody = await freePort()
    const { code, said } = await failedStart({ env: { DATABASE_URL: `postgres://me:secret@127.0.0.1:${nobody}/shop` } })
    expect(code).toBe(1)
    expect(said).toBe(
      `The database at 127.0.0.1:${nobody}/shop cannot be used: nothing listens there. Check DATABASE_URL.`,
    )
  })

  test('with wrong settings lists all of them', async () => {
    const { code, said } = await failedStart({ env: { SITE_URL: 'shop', TRUST_PROXY: 'yes', ADMIN_PASSWORD: 'short' } })
    expect(code).toBe(1)
    expect(said.split('\n')).toHaveLength(6)
    expect(said).toMatch(/SITE_URL must be an address such as/)
    expect(said).toMatch(/TRUST_PROXY must be a whole number/)
    expect(said).toMatch(/ADMIN_PASSWORD must have at least 10 characters/)
  })

  test.each([
    ['below a file', '/dev/null/dahlia', /^The data folder \/dev\/null\/dahlia cannot be written \(ENOTDIR\): .*\.$/],
    ['that is a file', '/etc/passwd', /^DATA_DIR names \/etc\/passwd, which is a file: name a folder\.$/],
    ['where nothing can be made', '/proc/dahlia', /^The data folder \/proc\/dahlia cannot be (made|written).*\.$/],
  ])('in a data folder %s says so', async (_, dataDir, sentence) => {
    const { code, said } = await failedStart({ dataDir })
    expect(code).toBe(1)
    expect(said).toMatch(sentence)
  })

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('that %s interrupts in the middle leaves no database', async (signal, code) => {
    const dataDir = await emptyFolder()
    const dahlia = spawnProcess({ dataDir, port: await freePort() })
    const database = await untilPostmaster(dahlia)
    expect(await dahlia.stop(signal)).toBe(code)
    await eventually(() => expect(isRunning(database)).toBe(false))
    expect(dahlia.output()).not.toContain('ready')
  })
})

async function untilPostmaster(dahlia: Dahlia): Promise<number> {
  for (;;) {
    const pid = await postmasterOf(dahlia)
    if (pid !== null) return pid
    if (dahlia.child.exitCode !== null) throw new Error(`It ended before it had a database:\n${dahlia.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
