import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGateway } from '../../gateway/gateway.ts'
import { silentLog } from '../../log.ts'
import { createTokens } from '../../tokens.ts'
import { readBytes } from '../body.ts'
import { createListener, type Listener } from './listener.ts'

let listener: Listener
let port = 0
beforeEach(async () => {
  const tokens = await createTokens({
    jwtSecret: 'a secret of the tests with more than 32 characters',
    signingKeys: [],
  })
  const service = {
    async fetch(request: Request) {
      if (new URL(request.url).pathname === '/refused') return new Response('no', { status: 403 })
      return Response.json({ size: (await readBytes(request, 100)).length })
    },
    close: async () => {},
  }
  const gateway = createGateway({
    services: async () => ({ storage: service, rest: service }),
    keys: { publishable: 'sb_publishable_test', secret: 'sb_secret_test', required: true },
    tokens,
    log: silentLog,
  })
  listener = createListener({
    fetch: (request, { clientAddress }) => gateway.fetch(request, { clientAddress }),
    upgrade: (_request, socket) => socket.destroy(),
    headers: [['x-content-type-options', 'nosniff']],
    trustedProxies: 0,
    log: silentLog,
  })
  await listener.listen({ host: '127.0.0.1', port: 0 })
  const address = listener.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(() => listener.drain(0))

const KEY = 'apikey: sb_publishable_test\r\n'

/** Sends the head, then the body once it is asked for; what was answered until the end. */
async function send(path: string, headers: string, body = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  let isSent = false
  socket.on('data', (chunk) => {
    answer += chunk
    if (answer.startsWith('HTTP/1.1 100') && !isSent) socket.write(body)
    isSent ||= answer.startsWith('HTTP/1.1 100')
    // A response that ends the connection waits for us; one that does not is a short one.
    if (/\r\n\r\n[\s\S]*[^\n]$/.test(answer)) socket.end()
  })
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)
  await once(socket, 'close')
  return answer
}
const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)

const CONTINUE = 'Expect: 100-continue\r\n'

test.each(['/storage/v1/read', '/rest/v1/read'])('a body that %s reads is asked for', async (path) => {
  const answer = await send(path, `${KEY}${CONTINUE}Content-Length: 5\r\n`, '12345')
  expect(statuses(answer)).toEqual(['100', '200'])
  expect(answer).toContain('{"size":5}')
})

test.each([
  ['without a key', '/rest/v1/read', 'Content-Length: 5\r\n', '401'],
  ['too long', '/rest/v1/read', `${KEY}Content-Length: 999999999\r\n`, '413'],
  ['refused unread', '/storage/v1/refused', `${KEY}Content-Length: 5\r\n`, '403'],
  ['refused unread, of unknown length', '/rest/v1/refused', `${KEY}Transfer-Encoding: chunked\r\n`, '403'],
])('a body %s is never asked for', async (_, path, headers, status) => {
  const answer = await send(path, CONTINUE + headers)
  expect(statuses(answer)).toEqual([status])
  expect(answer.toLowerCase()).toContain('connection: close')
})

test('any other expectation is refused, with the headers of every response', async () => {
  const answer = await send('/rest/v1/read', `${KEY}Expect: miracles\r\nContent-Length: 5\r\n`)
  expect(statuses(answer)).toEqual(['417'])
  expect(answer).toContain('x-content-type-options: nosniff')
})
