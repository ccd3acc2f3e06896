import { once } from 'node:events'
import { connect, Server, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { silentLog } from '../../log.ts'
import { createArrivals } from './arrivals.ts'
import { createListener, type Listener } from './listener.ts'

const CROWD = 100

let listener: Listener | null = null
const clients: Socket[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await listener?.drain(0)
  listener = null
})

test('no request of a crowd is begun before the whole crowd is accepted', async () => {
  let accepted = 0
  const acceptedBefore: number[] = []
  listener = createListener({
    async fetch() {
      acceptedBefore.push(accepted)
      return new Response('done')
    },
    upgrade: (_request, socket) => socket.destroy(),
    headers: [],
    trustedProxies: 0,
    log: silentLog,
  })
  listener.server.on('connection', () => {
    accepted += 1
  })
  await listener.listen({ host: '127.0.0.1', port: 0 })
  const address = listener.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const answered = Array.from({ length: CROWD }, () => {
    const client = connect(port, '127.0.0.1')
    clients.push(client)
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    return once(client, 'data')
  })
  await Promise.all(answered)
  expect(acceptedBefore).toEqual(Array(CROWD).fill(CROWD))
})

test('requests begin in their order, some in each turn, so that the work under way gets its turns too', async () => {
  const { inOrder } = createArrivals(new Server(), { perTurn: 2, shareOfTurn: 0 })
  const begun: number[] = []
  for (const request of [1, 2, 3, 4, 5]) inOrder(() => begun.push(request))
  expect(begun).toEqual([1, 2])
  await nextTurn()
  expect(begun).toEqual([1, 2, 3, 4])
  inOrder(() => begun.push(6))
  await nextTurn()
  expect(begun).toEqual([1, 2, 3, 4, 5, 6])
})

test('the longer a turn takes, the more requests begin in it, and of those that take long no more than before', async () => {
  const begunInATurn = async (requestMs: number) => {
    const { inOrder } = createArrivals(new Server(), { perTurn: 2 })
    let begun = 0
    for (let i = 0; i < 1_000; i += 1) {
      inOrder(() => {
        begun += 1
        keepBusy(requestMs)
      })
    }
    // The work of others, of whose time an eighth is left.
    keepBusy(200)
    await nextTurn()
    return begun
  }
  expect(await begunInATurn(0)).toBeGreaterThan(100)
  expect(await begunInATurn(50)).toBe(4)
})

function keepBusy(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('connections that never end keep nobody waiting for ever', async () => {
  const server = new Server()
  const { inOrder } = createArrivals(server, { patienceMs: 20 })
  server.emit('connection')
  let begun = false
  inOrder(() => {
    begun = true
  })
  expect(begun).toBe(false)
  while (!begun) {
    server.emit('connection')
    await nextTurn()
  }
})
