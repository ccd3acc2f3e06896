import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, silentLog, startEmbedded } from '#platform'
import { isRunning } from '#platform/testing'
import { serviceClientOf } from '../support/clients.ts'
import {
  type Dahlia,
  keysOf,
  postmasterOf,
  startProcess,
  type TemporaryDataDir,
  temporaryDataDir,
} from '../support/dahlia.ts'
import { openDatabaseRoute } from '../support/database-route.ts'
import { eventually } from '../support/eventually.ts'
import { joined } from '../support/realtime-channels.ts'

describe('after kill -9', () => {
  let folder: TemporaryDataDir
  let dahlia: Dahlia
  beforeAll(async () => {
    folder = await temporaryDataDir({ seeded: true })
    dahlia = await startProcess({ dataDir: folder.dataDir, port: await freePort() })
  })
  afterAll(async () => {
    await dahlia.stop()
    await folder.remove()
  })

  test('of the process, the next start has every acknowledged write once, without help', async () => {
    const acknowledged: string[] = []
    for (const delayMs of [40, 150, 400]) {
      const writing = writeUntilGone({ service: await serviceClientOf(dahlia), acknowledged })
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(3))
      await pause(delayMs)
      dahlia.child.kill('SIGKILL')
      await dahlia.exited
      await writing
      dahlia = await startProcess({ dataDir: folder.dataDir, port: await freePort() })
    }
    const { data, error } = await (await serviceClientOf(dahlia)).from('pages').select('url').like('url', '/kept-%')
    expect(error).toBeNull()
    const kept = data?.map((row) => row.url) ?? []
    expect(new Set(kept).size).toBe(kept.length)
    expect(acknowledged.filter((url) => !kept.includes(url))).toEqual([])
  })

  test('of the database, it comes back by itself, and cached pages answer all the while', async () => {
    const { url } = dahlia
    await eventually(async () => expect(await cacheStatus(url)).toBe('dahlia; hit'))
    const database = await postmasterOf(dahlia)
    if (database === null) throw new Error('There is no database to kill.')
    process.kill(database, 'SIGKILL')
    const seen = new Set<number>()
    await eventually(async () => {
      seen.add((await fetch(url)).status)
      const now = await postmasterOf(dahlia)
      expect(now).not.toBe(database)
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
    })
    expect([...seen]).toEqual([200])
    await eventually(() => expect(isRunning(database)).toBe(false))
    const { error } = await (await serviceClientOf(dahlia)).from('pages').insert({ name: 'Back', url: '/back' })
    expect(error).toBeNull()
  })
})

describe('while a database elsewhere is away', () => {
  test('cached pages answer, marked stale, /readyz says 503 and /healthz why; then everything is as before', async () => {
    const folder = await temporaryDataDir()
    await using cleanUp = new AsyncDisposableStack()
    cleanUp.defer(folder.remove)
    const cluster = { dataDir: `${folder.dataDir}-elsewhere`, port: await freePort(), log: silentLog }
    let server = await startEmbedded(cluster)
    cleanUp.defer(() => server.stop())
    const options = { dataDir: folder.dataDir, port: await freePort(), env: { DATABASE_URL: server.url } }
    const dahlia = await startProcess(options)
    cleanUp.defer(async () => void (await dahlia.stop()))
    const { url } = dahlia
    await eventually(async () => expect(await cacheStatus(url)).toBe('dahlia; hit'))

    await server.stop()
    await eventually(async () => expect(await cacheStatus(url)).toBe('dahlia; hit; ttl=-1; detail=stale'))
    expect((await fetch(url)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    const health = await fetch(`${url}/healthz`)
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok', database: 'away', draining: false }])
    await everyCallIsPutOff(dahlia)

    server = await startEmbedded(cluster)
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200))
    await eventually(async () => expect(await cacheStatus(url)).toBe('dahlia; hit'))
  })

  test('that falls silent, on open connections too, is noticed by whoever waits for it, and when it speaks again', async () => {
    const folder = await temporaryDataDir()
    await using cleanUp = new AsyncDisposableStack()
    cleanUp.defer(folder.remove)
    const server = await startEmbedded({
      dataDir: `${folder.dataDir}-elsewhere`,
      port: await freePort(),
      log: silentLog,
    })
    cleanUp.defer(() => server.stop())
    const route = cleanUp.use(await openDatabaseRoute({ databaseUrl: server.url }))
    const dahlia = await startProcess({
      dataDir: folder.dataDir,
      port: await freePort(),
      env: { DATABASE_URL: route.url },
    })
    cleanUp.defer(async () => void (await dahlia.stop()))
    const { url } = dahlia
    await eventually(async () => expect(await cacheStatus(url)).toBe('dahlia; hit'))

    route.cut()
    await everyCallIsPutOff(dahlia)
    expect(await joinedPrivately(dahlia)).toContain('unable to connect')
    await eventually(async () => expect(await cacheStatus(url)).toBe('dahlia; hit; ttl=-1; detail=stale'))

    route.mend()
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200))
    await eventually(async () => expect(await cacheStatus(url)).toBe('dahlia; hit'))
    expect(await joinedPrivately(dahlia)).toContain('do not have permissions')
  })
})

/** All at once, as visitors come: each is told to come back, and none is kept waiting as for a server that is only busy. */
async function everyCallIsPutOff(dahlia: Dahlia): Promise<void> {
  const { publishableKey, secretKey } = await keysOf(dahlia)
  const seen = await Promise.all(
    CALLS_THAT_NEED_THE_DATABASE.map(async ([path, init]) => {
      const apikey = path.startsWith('/storage') ? secretKey : publishableKey
      const began = performance.now()
      const headers = { apikey, 'content-type': 'application/json' }
      const response = await fetch(dahlia.url + path, { ...init, headers })
      await response.text()
      // The clients' own pauses between two tries are seconds.
      return [path, response.status, response.headers.get('retry-after') !== null, performance.now() - began < 3_000]
    }),
  )
  expect(seen).toEqual(CALLS_THAT_NEED_THE_DATABASE.map(([path]) => [path, 503, true, true]))
}

/** What a client is told that joins a channel which only some may hear. */
async function joinedPrivately(dahlia: Dahlia): Promise<string> {
  const { publishableKey } = await keysOf(dahlia)
  const client = createClient(dahlia.url, publishableKey)
  try {
    return await joined(client.channel('newsletter', { config: { private: true } })).then(() => 'joined', String)
  } finally {
    await client.removeAllChannels()
  }
}

const CALLS_THAT_NEED_THE_DATABASE: [path: string, init: RequestInit][] = [
  ['/rest/v1/pages?select=url', {}],
  [
    '/auth/v1/token?grant_type=password',
    { method: 'POST', body: '{"email":"a@test.example","password":"not-it-1234"}' },
  ],
  ['/auth/v1/recover', { method: 'POST', body: '{"email":"a@test.example"}' }],
  ['/storage/v1/bucket', {}],
  ['/storage/v1/object/public/images/nothing.png', {}],
  ['/functions/v1/record-event', { method: 'POST', body: '{"name":"page_view","path":"/"}' }],
  // Never asked for before, so that no cache has them.
  ['/products?page=2', {}],
  ['/search?q=silk', {}],
  ['/p/silk-dress-123456', {}],
  ['/blog/nothing', {}],
  ['/sitemap.xml', {}],
  ['/readyz', {}],
  ['/_image/1/AAAAAAAAAAAAAAAAAAAAAA/320.avif', {}],
]

/** One write after the other until the process is gone; what it answered with success is noted. */
async function writeUntilGone({ service, acknowledged }: { service: SupabaseClient; acknowledged: string[] }) {
  for (let i = 0; ; i += 1) {
    const url = `/kept-${acknowledged.length}-${i}`
    const { error } = await service.from('pages').insert({ name: 'Kept', url })
    if (error) return
    acknowledged.push(url)
  }
}

async function cacheStatus(url: string): Promise<string | null> {
  const reply = await fetch(`${url}/`)
  await reply.arrayBuffer()
  return reply.headers.get('cache-status')
}
