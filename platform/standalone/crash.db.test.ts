import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostmaster } from '../postgres/embedded/postmaster.ts'
import { stopPostmaster } from '../postgres/embedded/stop.ts'

/** Of the whole backend, one after another, on a machine that is busy with other tests. */
const FOUR_STARTS = { timeout: 240_000 }

let folder: string
let child: ChildProcess | undefined
const cluster = () => join(folder, 'data/db/pgdata')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-'))
  await chmod(folder, 0o711)
  await mkdir(join(folder, 'data'))
  await chmod(join(folder, 'data'), 0o711)
  await mkdir(join(folder, 'migrations'))
  await writeFile(join(folder, 'migrations/001_notes.sql'), 'create table public.notes (id int not null)')
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await stopPostmaster(cluster())
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<{ url: string; serviceRoleKey: string }> {
  const args = ['--port', '0', '--data-dir', join(folder, 'data'), '--migrations', join(folder, 'migrations')]
  child = spawn(process.execPath, ['scripts/platform.ts', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = child.stdout ? await once(createInterface({ input: child.stdout }), 'line') : []
  return JSON.parse(String(line))
}

interface Writing {
  url: string
  serviceRoleKey: string
  from: number
  onAcknowledged: (id: number) => void
}

/** Inserts one number after another until the server is gone; returns the highest that was acknowledged. */
async function writeUntilItDies({ url, serviceRoleKey, from, onAcknowledged }: Writing) {
  for (let id = from; ; id += 1) {
    const reply = await fetch(`${url}/rest/v1/notes`, {
      method: 'POST',
      headers: { apikey: serviceRoleKey, 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    }).catch(() => null)
    if (reply?.status !== 201) return id - 1
    onAcknowledged(id)
  }
}

async function end(signal: 'SIGKILL' | 'SIGTERM') {
  const ended = child ? once(child, 'exit') : Promise.resolve()
  child?.kill(signal)
  await ended
}

test('kill -9 of the process, and of the database, loses and doubles no acknowledged write', FOUR_STARTS, async () => {
  let acknowledged = 0
  for (const victim of ['process', 'both']) {
    const platform = await start()
    const enough = acknowledged + 2 + Math.floor(Math.random() * 20)
    const { promise: busy, resolve } = Promise.withResolvers<void>()
    const onAcknowledged = (id: number) => id >= enough && resolve()
    const writing = writeUntilItDies({ ...platform, from: acknowledged + 1, onAcknowledged })
    await busy
    const postmaster = await findPostmaster(cluster())
    await end('SIGKILL')
    if (victim === 'both' && postmaster) process.kill(postmaster.pid, 'SIGKILL')
    acknowledged = await writing

    const { url, serviceRoleKey } = await start()
    const found = await fetch(`${url}/rest/v1/notes?order=id&limit=100000`, { headers: { apikey: serviceRoleKey } })
    const ids = (await found.json()).map(({ id }: { id: number }) => id)
    // One more may have been written whose answer was cut off; none may be missing or be there twice.
    expect(ids.slice(0, acknowledged)).toEqual(Array.from({ length: acknowledged }, (_, index) => index + 1))
    expect(ids.length - acknowledged).toBeLessThanOrEqual(1)
    acknowledged = ids.length
    await end('SIGTERM')
    expect(await findPostmaster(cluster())).toBeNull()
  }
})
