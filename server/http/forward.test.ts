import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { silentLog } from '#platform'
import { type Listening, listen } from '../../tests/support/listen.ts'
import { forwardToHosted } from './forward.ts'

const asked: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[] = []
let hosted: Server
let hostedUrl: string
let front: Server
let frontUrl: string
let forward: ReturnType<typeof forwardToHosted>

/** Sends the rest of the slow response: never before its beginning has been read. */
let finishSlow = () => {}
beforeAll(async () => {
  const sockets = new WebSocketServer({ noServer: true })
  hosted = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push({
      ...(request.method ? { method: request.method } : {}),
      ...(request.url ? { url: request.url } : {}),
      headers: request.headers,
      body,
    })
    if (request.url?.startsWith('/storage/v1/upload/resumable')) {
      response.writeHead(201, { location: `${hostedUrl}/storage/v1/upload/resumable/abc` }).end()
    } else if (request.url?.startsWith('/rest/v1/slow')) {
      response.write('first,')
      finishSlow = () => response.end('second')
    } else
      response
        .writeHead(418, { 'content-type': 'text/plain', 'x-note': 'kept', 'set-cookie': 'theirs=1' })
        .end('teapot')
  })
  hosted.on('upgrade', (request, socket, head) => {
    asked.push({ headers: request.headers, body: '' })
    if (!request.url?.includes('apikey=good'))
      return socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, (ws) => ws.on('message', (data) => ws.send(`echo ${data}`)))
  })
  hostedUrl = await open(hosted)
  const local = { fetch: async () => new Response('local'), upgrade() {} }
  forward = forwardToHosted({ hostedUrl, local, log: silentLog })
  front = createServer()
  front.on('upgrade', forward.upgrade)
  frontUrl = await open(front)
})
afterAll(() => Promise.all(opened.map((server) => server.close())))

const opened: Listening[] = []
async function open(server: Server): Promise<string> {
  const listening = await listen(server)
  opened.push(listening)
  return listening.url
}

const ORIGIN = 'http://shop.test'

test('a call goes out with its method, query, headers and body, and its answer comes back as it is', async () => {
  const reply = await forward.fetch(
    new Request(`${ORIGIN}/rest/v1/products?id=eq.1`, { method: 'POST', body: '{"a":1}', headers: { apikey: 'k' } }),
    { clientAddress: '203.0.113.9' },
  )
  expect(reply.status).toBe(418)
  expect(reply.headers.get('x-note')).toBe('kept')
  expect(await reply.text()).toBe('teapot')
  const { headers, ...rest } = asked.at(-1) ?? { headers: {} }
  expect(rest).toEqual({ method: 'POST', url: '/rest/v1/products?id=eq.1', body: '{"a":1}' })
  expect(headers).toMatchObject({ apikey: 'k', 'x-forwarded-for': '203.0.113.9' })
  expect(`http://${headers.host}`).toBe(hostedUrl)
})

test('cookies stay on their side, and nobody writes their own address', async () => {
  const own = { cookie: 'ours=1', 'x-forwarded-for': '198.51.100.66', 'x-real-ip': '198.51.100.66' }
  const request = new Request(`${ORIGIN}/rest/v1/products`, { headers: own })
  const reply = await forward.fetch(request, { clientAddress: '203.0.113.9' })
  expect(reply.headers.get('set-cookie')).toBeNull()
  const socket = new WebSocket(`${frontUrl.replace('http', 'ws')}/realtime/v1/websocket?apikey=good`, { headers: own })
  await once(socket, 'open')
  socket.close()
  const [called, upgraded] = asked.slice(-2)
  expect(called?.headers['x-forwarded-for']).toBe('203.0.113.9')
  expect(upgraded?.headers['x-forwarded-for']).toBeUndefined()
  for (const seen of [called, upgraded]) {
    expect(seen?.headers.cookie).toBeUndefined()
    expect(seen?.headers['x-real-ip']).toBeUndefined()
  }
})

test('functions stay here', async () => {
  expect(await (await forward.fetch(new Request(`${ORIGIN}/functions/v1/hello`))).text()).toBe('local')
})

test('an answer streams: its beginning is there before its end', async () => {
  const reply = await forward.fetch(new Request(`${ORIGIN}/rest/v1/slow`))
  const reader = reply.body?.getReader()
  const first = await reader?.read()
  expect(new TextDecoder().decode(first?.value)).toBe('first,')
  finishSlow()
  const second = await reader?.read()
  expect(new TextDecoder().decode(second?.value)).toBe('second')
})

test("an address of the hosted project in Location becomes a path, which the visitor's browser may reach", async () => {
  const reply = await forward.fetch(new Request(`${ORIGIN}/storage/v1/upload/resumable`, { method: 'POST' }))
  expect(reply.headers.get('location')).toBe('/storage/v1/upload/resumable/abc')
})

test('a project that does not answer is a clear 502', async () => {
  const nobody = forwardToHosted({ hostedUrl: 'http://127.0.0.1:9', local: forward, log: silentLog })
  const reply = await nobody.fetch(new Request(`${ORIGIN}/rest/v1/products`))
  expect(reply.status).toBe(502)
  expect(await reply.json()).toMatchObject({ message: expect.stringContaining('does not answer') })
})

test('a websocket passes both ways, and a refused one is refused', async () => {
  const socket = new WebSocket(`${frontUrl.replace('http', 'ws')}/realtime/v1/websocket?apikey=good`)
  await once(socket, 'open')
  socket.send('hello')
  const [message] = await once(socket, 'message')
  expect(String(message)).toBe('echo hello')
  socket.close()
  const refused = new WebSocket(`${frontUrl.replace('http', 'ws')}/realtime/v1/websocket?apikey=bad`)
  const [error] = await once(refused, 'error')
  expect(String(error)).toContain('401')
})
