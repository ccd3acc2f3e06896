import { createServer, IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KEEP_ALIVE_MS } from '#platform'
import { type Listening, listen } from '../../tests/support/listen.ts'
import { PageResponse, type PreparedResponse, prepareResponse } from './prepared-response.ts'

const ID_A = 'aaaaaaaa-0000-4000-8000-000000000000'
const ID_B = 'bbbbbbbb-0000-4000-8000-000000000000'
const BODY = '<p>rosé</p>'

describe('a prepared response', () => {
  let prepared: PreparedResponse
  let server: Listening
  let prepares: boolean[]

  beforeEach(async () => {
    const body = Buffer.from(BODY)
    prepared = prepareResponse(200, ['content-type', 'text/html', 'content-length', String(body.length)], body)
    prepares = []
    const made = createServer(
      { ServerResponse: PageResponse, keepAliveTimeout: KEEP_ALIVE_MS },
      (request, response) => {
        const id = String(request.headers['x-request-id'])
        const sent = response.sendPrepared(prepared, id)
        prepares.push(sent)
        if (!sent) response.writeHead(200, { 'content-length': 0, 'x-request-id': `${id} by node` }).end()
      },
    )
    server = await listen(made)
  })
  afterEach(() => server.close())

  /** Everything the server says to these bytes until it, or the last request, closes the connection. */
  function exchange(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1')
      let said = ''
      socket.setEncoding('utf8')
      socket.on('data', (chunk) => {
        said += chunk
      })
      socket.once('error', reject).once('close', () => resolve(said))
      socket.write(text)
    })
  }

  const get = (id: string, more = '') => `GET / HTTP/1.1\r\nhost: x\r\nx-request-id: ${id}\r\n${more}\r\n`
  const last = get('', 'connection: close\r\n')

  test('carries the id of its request, the time and what node:http would say of the connection', async () => {
    const said = await exchange(get(ID_A) + last)
    const [head = '', after = ''] = said.split('\r\n\r\n')
    expect(prepares[0]).toBe(true)
    const lines = head.split('\r\n')
    expect(lines[0]).toBe('HTTP/1.1 200 OK')
    expect(lines).toContain(`x-request-id: ${ID_A}`)
    expect(lines).toContain('Keep-Alive: timeout=65')
    const date = Date.parse(lines.find((line) => line.startsWith('Date: '))?.slice(6) ?? '')
    expect(Math.abs(Date.now() - date)).toBeLessThan(60_000)
    expect(after.startsWith(BODY)).toBe(true)
  })

  test('is made for one request after the other on one connection, each under its own id', async () => {
    const said = await exchange(get(ID_A) + get(ID_B) + last)
    expect(said.indexOf(ID_A)).toBeGreaterThan(0)
    expect(said.indexOf(ID_B)).toBeGreaterThan(said.indexOf(ID_A))
    expect(said.split('HTTP/1.1 200 OK').length).toBe(4)
  })

  test.each([
    ['a connection that will be closed', get(ID_A, 'connection: close\r\n')],
    ['a request for the header alone', get(ID_A, 'connection: close\r\n').replace('GET', 'HEAD')],
    ['HTTP/1.0', get(ID_A).replace('HTTP/1.1', 'HTTP/1.0')],
    ['an id of another length', get('trace-12345') + last],
  ])('is not made for %s', async (_name, request) => {
    const said = await exchange(request)
    expect(prepares[0]).toBe(false)
    expect(said).toMatch(/x-request-id: [\w-]+ by node/)
  })

  test('keeps its id on the way to a slow reader while others are answered', () => {
    const [slow, quick] = [slowConnection(), slowConnection()]
    expect(slow.answer.sendPrepared(prepared, ID_A)).toBe(true)
    expect(quick.answer.sendPrepared(prepared, ID_B)).toBe(true)
    expect(slow.pending()).toContain(ID_A)
    expect(quick.pending()).toContain(ID_B)
  })

  test('refuses a header that would begin another one', () => {
    expect(() => prepareResponse(200, ['link', 'a\r\nset-cookie: b'], Buffer.alloc(0))).toThrow(/Invalid character/)
  })
})

/** A connection whose other side takes nothing. */
function slowConnection() {
  const chunks: Buffer[] = []
  const stream = new Duplex({
    read() {},
    write(chunk) {
      chunks.push(chunk)
    },
  })
  const request = new IncomingMessage(new Socket())
  request.method = 'GET'
  request.httpVersionMajor = 1
  request.httpVersionMinor = 1
  const answer = new PageResponse(request)
  Reflect.apply(answer.assignSocket, answer, [stream])
  return { answer, pending: () => chunks.map(String).join('') }
}

test('a prepared response keeps no memory alive but its own', () => {
  const { bytes } = prepareResponse(200, ['content-type', 'text/html'], Buffer.from('<p>a small page</p>'))
  expect(bytes.buffer.byteLength).toBe(bytes.length)
})
