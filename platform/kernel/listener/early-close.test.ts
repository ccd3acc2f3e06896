import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../log.ts'
import { readBytes } from '../body.ts'
import { TextResponse } from '../text-response.ts'
import { createListener, type Listener } from './listener.ts'

const MEGABYTE = 1024 * 1024

describe('a response given before the body was read', () => {
  let listener: Listener
  let origin = ''
  let port = 0
  /** One after the other over one connection at most, as a browser's or fetch's pool would. */
  let agent: Agent

  beforeEach(async () => {
    agent = new Agent({ keepAlive: true, maxSockets: 1 })
    listener = createListener({
      async fetch(request) {
        const { pathname } = new URL(request.url)
        if (pathname === '/read') return Response.json({ size: (await readBytes(request, 8 * MEGABYTE)).length })
        if (pathname === '/some') await request.body?.getReader().read()
        if (pathname === '/text') return new TextResponse('refused', { status: 413 })
        return new Response('refused', { status: 413 })
      },
      upgrade: (_request, socket) => socket.destroy(),
      headers: [['x-content-type-options', 'nosniff']],
      trustedProxies: 0,
      log: silentLog,
    })
    await listener.listen({ host: '127.0.0.1', port: 0 })
    const address = listener.server.address()
    port = typeof address === 'object' && address ? address.port : 0
    origin = `http://127.0.0.1:${port}`
  })
  afterEach(async () => {
    agent.destroy()
    await listener.drain(0)
  })

  const BODIES = { small: 3 * 1024, large: 6 * MEGABYTE }

  test.each([
    ['/none', 'small'],
    ['/none', 'large'],
    ['/some', 'large'],
    ['/text', 'large'],
  ] as const)('%s of a %s body reaches its sender, and the requests after it are answered', async (path, size) => {
    const refused = await fetch(origin + path, { method: 'POST', body: new Uint8Array(BODIES[size]) })
    expect([refused.status, await refused.text()]).toEqual([413, 'refused'])
    // The adapter below us gives up on an unread body after half a second, and closes whatever is on that connection.
    for (const until = performance.now() + 1_000; performance.now() < until; ) {
      const read = await fetch(`${origin}/read`, { method: 'POST', body: 'abc' })
      expect(await read.json()).toEqual({ size: 3 })
    }
  })

  test('says that the connection ends', async () => {
    const { response, body } = await post('/none', BODIES.large)
    expect([response.statusCode, body, response.headers.connection]).toEqual([413, 'refused', 'close'])
  })

  test('of a body that was read to its end, the connection stays', async () => {
    const { response } = await post('/read', BODIES.large)
    expect(response.headers.connection).toBe('keep-alive')
  })

  test('a sender who does not stop is cut off, having been answered', async () => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    socket.write('POST /none HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MEGABYTE), Buffer.from('\r\n')])
    let sent = 0
    while (!socket.destroyed && sent < 1024 * MEGABYTE) {
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), closed])
      sent += MEGABYTE
    }
    await closed
    expect(answer).toContain('413')
    expect(sent).toBeLessThan(100 * MEGABYTE)
  })

  test('a request that follows unasked on the ended connection is not answered', async () => {
    const socket = connect(port, '127.0.0.1')
    let answers = ''
    socket.on('data', (chunk) => {
      answers += chunk
    })
    await once(socket, 'connect')
    socket.write('POST /none HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n')
    await once(socket, 'data')
    socket.end('12345GET /read HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'close')
    expect(answers.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  function post(path: string, bytes: number): Promise<{ response: IncomingMessage; body: string }> {
    return new Promise((resolve, reject) => {
      const options = { port, path, method: 'POST', agent, headers: { 'content-length': bytes } }
      const sending = httpRequest(options, async (response) => {
        let body = ''
        for await (const chunk of response) body += chunk
        resolve({ response, body })
      })
      sending.once('error', reject)
      sending.end(Buffer.alloc(bytes))
    })
  }
})
