import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { type Listening, listen } from '../../../tests/support/listen.ts'
import { silentLog } from '../../log.ts'
import { readBytes } from '../body.ts'
import { createListener } from './listener.ts'
import { createSlowClients } from './slow-clients.ts'

describe('clients who keep us waiting', () => {
  let server: Listening
  let sockets: Socket[] = []
  let answers = new Map<Socket, string>()
  const answering = new Map<ServerResponse, number>()
  let handle: (exchange: { request: IncomingMessage; response: ServerResponse }) => void = () => {}

  const refuse = (response: ServerResponse) => response.writeHead(408, { connection: 'close' }).end()

  beforeEach(async () => {
    sockets = []
    answers = new Map()
    handle = () => {}
    answering.clear()
    const made = createServer((request, response) => {
      answering.set(response, performance.now())
      handle({ request, response })
    })
    server = await listen(made)
  })
  afterEach(() => server.close())

  async function send(text: string): Promise<Socket> {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    socket.on('data', (chunk) => {
      answers.set(socket, (answers.get(socket) ?? '') + chunk)
    })
    await once(socket, 'connect')
    const before = answering.size
    socket.write(text)
    await eventually(() => expect(answering.size).toBe(before + 1))
    return socket
  }
  const halfBody = (network: string) => send(`POST /${network} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{`)
  const open = () => sockets.map((socket) => !socket.destroyed)

  test('with a body of one network, its oldest goes for the one too many', async () => {
    const slow = createSlowClients({ refuse, perNetwork: 2 })
    handle = ({ request, response }) => slow.watch({ request, response, network: request.url ?? '' })
    for (const network of ['a', 'b', 'a']) await halfBody(network)
    expect(open()).toEqual([true, true, true])
    await halfBody('a')
    await eventually(() => expect(open()).toEqual([false, true, true, true]))
    expect([...answers.values()]).toEqual([expect.stringMatching(/^HTTP\/1\.1 408 [\s\S]*connection: close/i)])
  })

  test('with bodies of many networks, the oldest of all goes', async () => {
    const slow = createSlowClients({ refuse, altogether: 2 })
    handle = ({ request, response }) => slow.watch({ request, response, network: request.url ?? '' })
    for (const network of ['a', 'b', 'c']) await halfBody(network)
    await eventually(() => expect(open()).toEqual([false, true, true]))
  })

  test('do not count once their body is whole, nor when it came with its headers', async () => {
    const slow = createSlowClients({ refuse, perNetwork: 1 })
    handle = ({ request, response }) => {
      slow.watch({ request, response, network: 'a' })
      request.resume()
    }
    const first = await halfBody('a')
    const ended = vi.fn()
    for (const response of answering.keys()) response.req.once('end', ended)
    first.write('2345678}')
    await eventually(() => expect(ended).toHaveBeenCalled())
    for (let time = 0; time < 3; time++) await send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}')
    await halfBody('a')
    // Whoever went would be gone by the time that somebody else is answered.
    for (const response of answering.keys()) if (response.req.complete) response.end()
    await once(first, 'data')
    expect(open()).toEqual(sockets.map(() => true))
  })

  test('make room when every place is taken, those who only wait for us stay', async () => {
    const slow = createSlowClients({ refuse, patienceMs: 0 })
    handle = ({ request, response }) => {
      if (request.url !== '/unread') return
      // More than the system keeps for somebody who does not read.
      response.end(Buffer.alloc(64 * 1024 * 1024))
    }
    await halfBody('a')
    const reader = await send('GET /unread HTTP/1.1\r\nHost: x\r\n\r\n')
    reader.pause()
    await send('GET /answered-by-us-soon HTTP/1.1\r\nHost: x\r\n\r\n')
    slow.makeRoom(answering)
    reader.resume()
    await eventually(() => expect(open()).toEqual([false, false, true]))
  })

  test('have their time', async () => {
    const slow = createSlowClients({ refuse })
    await halfBody('a')
    slow.makeRoom(answering)
    const [response] = answering.keys()
    expect(response?.destroyed).toBe(false)
  })
})

test('the listener answers 408 to the oldest of too many bodies, and to it alone', async () => {
  const failures: unknown[] = []
  const listener = createListener({
    async fetch(request) {
      await readBytes(request, 100).catch((error: unknown) => failures.push(error))
      return new Response('late')
    },
    upgrade: (_request, socket) => socket.destroy(),
    headers: [['x-content-type-options', 'nosniff']],
    trustedProxies: 0,
    log: silentLog,
  })
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  await listener.listen({ host: '127.0.0.1', port: 0 })
  const address = listener.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const heard: string[] = []
  const sockets: Socket[] = []
  for (let index = 0; index < 65; index++) {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('data', (chunk) => heard.push(`${index} ${chunk}`))
    await once(socket, 'connect')
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
    await eventually(() => expect(listener.inFlight() + heard.length).toBe(index + 1))
  }
  await eventually(() => expect(heard).toHaveLength(1))
  expect(heard[0]).toMatch(/^0 HTTP\/1\.1 408 [\s\S]*x-content-type-options: nosniff[\s\S]*connection: close/i)
  sockets[0]?.end()
  // What was made of half a body comes too late, and is no failure of ours.
  await eventually(() => expect(failures).toHaveLength(1))
  expect(complaint).not.toHaveBeenCalled()
  for (const socket of sockets) socket.destroy()
  await listener.drain(0)
  complaint.mockRestore()
})
