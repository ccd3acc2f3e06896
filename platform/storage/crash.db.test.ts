import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { configSchema } from '../config/schema.ts'
import { silentLog } from '../log.ts'
import { createTokens } from '../tokens.ts'
import { openDiskStore } from './blob-store/disk-store.ts'
import { openDatabase } from './database.ts'
import { removeOrphans } from './orphan-cleanup.ts'
import { createRenderQueue } from './render/render-queue.ts'
import type { StorageParts } from './request-context.ts'

const CHILD = fileURLToPath(new URL('./testing/crash-child.ts', import.meta.url))
const KILLS = 20

let db: TestDatabase
let folder: string
let running: ChildProcess | undefined
beforeAll(async () => {
  db = await testDatabase('platform')
  folder = await mkdtemp(join(tmpdir(), 'storage-crash-'))
  await db.pools.owner.query(`insert into storage.buckets (id, name) values ('crash', 'crash')`)
})
afterAll(async () => {
  running?.kill('SIGKILL')
  await db.drop()
  await rm(folder, { recursive: true, force: true })
})

/** What may be under a name after the kill: what was acknowledged last, or what was being done at that moment. */
type Possible = Map<string, { acknowledged: string; tried: string | null }>

function read(output: string, possible: Possible) {
  for (const line of output.split('\n').slice(0, -1)) {
    const [verb, name = '', state = ''] = line.split(' ')
    if (verb === 'ack') possible.set(name, { acknowledged: state, tried: null })
    if (verb === 'try') possible.set(name, { acknowledged: possible.get(name)?.acknowledged ?? '-', tried: state })
  }
}

/** Runs until something happened and then a little longer: the moment of the kill is the experiment. */
async function runAndKill({ acks, thenMs }: { acks: number; thenMs: number }): Promise<string> {
  const child = spawn(process.execPath, [CHILD, db.url, inject('loginPassword'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running = child
  let output = ''
  const busy = new Promise<void>((resolve) =>
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.split('ack ').length > acks) resolve()
    }),
  )
  const exited = once(child, 'close')
  await Promise.race([busy, exited])
  await new Promise((resolve) => setTimeout(resolve, thenMs))
  expect(child.exitCode).toBeNull()
  child.kill('SIGKILL')
  await exited
  return output
}

async function partsOf(): Promise<StorageParts> {
  const tokens = await createTokens({ jwtSecret: 'a secret for the tests that is long enough', signingKeys: [] })
  const context = {
    pools: db.pools,
    ownerUrl: db.url,
    tokens,
    config: configSchema.parse({}),
    publicUrl: '',
    log: silentLog,
    now: () => new Date(),
  }
  const store = await openDiskStore(folder)
  return { platform: context, store, database: openDatabase(db.pools), renderQueue: createRenderQueue() }
}

test(`after ${KILLS} kills every row has its bytes and no bytes are without a row`, { timeout: 600_000 }, async () => {
  const parts = await partsOf()
  const possible: Possible = new Map()
  let acknowledged = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const output = await runAndKill({ acks: kill % 7, thenMs: Math.random() * 60 })
    acknowledged += output.split('ack ').length - 1
    read(output, possible)
    const rows = await storedRows()
    for (const row of rows) {
      const bytes = await new Response(await parts.store.read(row.version)).bytes()
      expect([row.name, bytes.length, createHash('md5').update(bytes).digest('hex')]).toEqual([
        row.name,
        row.size,
        row.md5,
      ])
    }
    const found = new Map(rows.map(({ name, md5 }) => [name, md5]))
    for (const [name, states] of possible) {
      expect([states.acknowledged, states.tried]).toContain(found.get(name) ?? '-')
      // From here on, what is there counts as acknowledged.
      possible.set(name, { acknowledged: found.get(name) ?? '-', tried: null })
    }
  }
  // The experiment says something only if something happened.
  expect(acknowledged).toBeGreaterThan(KILLS * 2)

  await removeOrphans(parts, 0)
  const versions: string[] = []
  for await (const { version } of parts.store.list()) versions.push(version)
  expect(versions.sort()).toEqual((await storedRows()).map(({ version }) => version).sort())
  expect((await readdir(parts.store.tempDir, { withFileTypes: true })).filter((entry) => entry.isFile())).toEqual([])
})

async function storedRows() {
  const { rows } = await db.pools.owner.query<{ name: string; version: string; size: number; md5: string }>(
    `select name, version, (metadata ->> 'size')::int as size, trim(both '"' from metadata ->> 'eTag') as md5
     from storage.objects`,
  )
  return rows
}
