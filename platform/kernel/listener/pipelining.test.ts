import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../log.ts'
import { createListener, type Listener } from './listener.ts'

const CACHED = 'x'.repeat(16 * 1024)

let listener: Listener
let client: Socket
/** The paths in the order in which they were begun. */
let begun: string[]
let finish: Record<string, () => void>

beforeEach(async () => {
  begun = []
  finish = {}
  listener = createListener({
    first(request, response) {
      if (request.url !== '/cached') return false
      begun.push('/cached')
      response.end(CACHED)
      return true
    },
    async fetch(request) {
      const { pathname } = new URL(request.url)
      begun.push(pathname)
      const { promise, resolve } = Promise.withResolvers<void>()
      finish[pathname] = resolve
      await promise
      return new Response(pathname)
    },
    upgrade: (_request, socket) => socket.destroy(),
    headers: [],
    trustedProxies: 0,
    log: silentLog,
  })
  await listener.listen({ host: '127.0.0.1', port: 0 })
  const address = listener.server.address()
  client = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  client.on('error', () => {})
})

afterEach(async () => {
  client.destroy()
  await listener.drain(0)
})

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

test('requests of one connection are begun one after the other, and answered in their order', async () => {
  client.write(get('/a') + get('/b') + get('/c'))
  await expect.poll(() => begun).toEqual(['/a'])
  let received = ''
  client.on('data', (chunk) => {
    received += chunk
  })
  for (const [path, next] of [
    ['/a', '/b'],
    ['/b', '/c'],
  ] as const) {
    finish[path]?.()
    await expect.poll(() => begun.at(-1)).toBe(next)
    expect(received).not.toContain(`\r\n\r\n${next}`)
  }
  finish['/c']?.()
  await expect.poll(() => received).toContain('\r\n\r\n/c')
  expect(begun).toEqual(['/a', '/b', '/c'])
})

test('a connection that sends thousands at once, and reads nothing, is closed after the first', async () => {
  client.pause()
  client.write(get('/cached').repeat(2_000))
  const [peer] = await once(listener.server, 'connection')
  await once(peer, 'close')
  expect(begun.length).toBeLessThanOrEqual(1)
})

test('a client that pipelines as many as may wait gets each response', async () => {
  let received = 0
  client.on('data', (chunk) => {
    received += chunk.length
  })
  client.write(get('/cached').repeat(33))
  await expect.poll(() => received).toBeGreaterThan(33 * CACHED.length)
  expect(begun).toHaveLength(33)
})
