import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, createServer as createSocketServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, listen } from '../../../tests/support/listen.ts'
import { isPublicAddress } from './public-address.ts'
import { ResponseTooLargeError, safeFetch, UnreachableError } from './safe-fetch.ts'

const limits = { timeoutMs: 5000, maxBytes: 1000 }

describe('the client for foreign addresses', () => {
  let server: Listening
  let port: number
  let requests = 0

  beforeAll(async () => {
    const made = createServer((request, response) => {
      requests++
      const target = /^\/to\/(\d+)\?(.+)/.exec(request.url ?? '')
      if (target) response.writeHead(Number(target[1]), { location: decodeURIComponent(target[2] ?? '') }).end()
      else if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end()
      else if (request.url === '/large') response.end('x'.repeat(5000))
      else if (request.url === '/slow') {
        const dribble = setInterval(() => response.write('x'), 20)
        response.once('close', () => clearInterval(dribble))
      } else response.end('here')
    })
    server = await listen(made, '0.0.0.0')
    port = server.port
  })
  afterAll(() => server.close())

  /** As the guard would be with its port rule opened: what is refused here is refused for its address alone. */
  const anyPort = { ...limits, isAllowed: (address: string) => isPublicAddress(address) }

  test.each([
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0x7f.1:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://１２７.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://LOCALHOST.:PORT/',
    'http://0.0.0.0:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[fe80::1]:PORT/',
    'http://[fd00:ec2::254]:PORT/',
    'http://169.254.169.254:PORT/',
    'http://168.63.129.16:PORT/',
    'http://100.64.0.1:PORT/',
    'http://10.0.0.1:PORT/',
    'http://192.168.0.1:PORT/',
    'http://user:pass@127.0.0.1:PORT/',
    'file:///etc/passwd',
    'ftp://127.0.0.1:PORT/',
    'gopher://127.0.0.1:PORT/',
    'no address',
  ])('refuses %s without a request', async (spelling) => {
    const before = requests
    await expect(safeFetch(spelling.replace('PORT', String(port)), anyPort)).rejects.toThrow(UnreachableError)
    expect(requests).toBe(before)
  })

  test('control: the same server answers when its address is allowed', async () => {
    const response = await safeFetch(`http://127.0.0.1:${port}/`, { ...limits, isAllowed: () => true })
    expect(await textOf(response.body)).toBe('here')
  })

  test('asks no other host than the named ones, redirects included', async () => {
    const open = { ...limits, isAllowed: () => true }
    const elsewhere = encodeURIComponent(`http://localhost:${port}/`)
    const before = requests
    await expect(safeFetch(`http://localhost:${port}/`, { ...open, hosts: ['127.0.0.1'] })).rejects.toThrow(
      UnreachableError,
    )
    expect(requests).toBe(before)
    const redirected = `http://127.0.0.1:${port}/to/302?${elsewhere}`
    await expect(safeFetch(redirected, { ...open, hosts: ['127.0.0.1'] })).rejects.toThrow(UnreachableError)
    expect(requests).toBe(before + 1)
    expect((await safeFetch(redirected, { ...open, hosts: ['127.0.0.1', 'localhost'] })).status).toBe(200)
  })

  test('refuses other ports than the usual ones', async () => {
    await expect(safeFetch('http://93.184.216.34:8080/', limits)).rejects.toThrow(UnreachableError)
  })

  test.each([301, 302, 303, 307, 308])('checks where a %s leads', async (status) => {
    const own = (address: string, at: number) => address === '127.0.0.1' && at === port
    for (const target of ['http://169.254.169.254/', 'file:///etc/passwd', 'http://[::1]/', 'http://localhost:1/']) {
      const address = `http://127.0.0.1:${port}/to/${status}?${encodeURIComponent(target)}`
      await expect(safeFetch(address, { ...limits, isAllowed: own })).rejects.toThrow(UnreachableError)
    }
    const home = `http://127.0.0.1:${port}/to/${status}?${encodeURIComponent('/')}`
    const response = await safeFetch(home, { ...limits, isAllowed: own })
    expect(await textOf(response.body)).toBe('here')
  })

  test('ends loops and answers that are too large', async () => {
    const open = { ...limits, isAllowed: () => true }
    await expect(safeFetch(`http://127.0.0.1:${port}/loop`, open)).rejects.toThrow(UnreachableError)
    const large = await safeFetch(`http://127.0.0.1:${port}/large`, open)
    await expect(textOf(large.body)).rejects.toThrow(ResponseTooLargeError)
  })

  test('ends a response that comes a byte at a time and is never silent', async () => {
    const options = { ...limits, timeoutMs: 300, isAllowed: () => true }
    const slow = await safeFetch(`http://127.0.0.1:${port}/slow`, options)
    await expect(textOf(slow.body)).rejects.toThrow()
  })
})

describe('a machine inside', () => {
  const sockets: Socket[] = []
  const inside = createSocketServer((socket) => sockets.push(socket.on('error', () => {})))
  let listening: Listening
  let port = 0
  beforeAll(async () => {
    listening = await listen(inside, '::')
    port = listening.port
  })
  afterAll(() => listening.close())

  test.each([
    'http://localhost:PORT/',
    'https://localhost:PORT/',
    'https://localhost.:PORT/',
    'https://LOCALHOST:PORT/',
    'http://127.0.0.1:PORT/',
    'https://[::1]:PORT/',
    'https://0x7f.1:PORT/',
    'https://1\u200b27.0.0.1:PORT/',
  ])('sees no connection for %s, not even a greeting', async (spelling) => {
    const isAllowed = (address: string) => isPublicAddress(address)
    await expect(safeFetch(spelling.replace('PORT', String(port)), { ...limits, isAllowed })).rejects.toThrow(
      UnreachableError,
    )
    // What was connected before us has been accepted once a later connection is.
    await expect(connection(port)).resolves.toBe(1)
  })

  test('sees no connection for a name when only the port is forbidden', async () => {
    const isAllowed = (_: string, at: number) => at === 443
    await expect(safeFetch(`https://localhost:${port}/`, { ...limits, isAllowed })).rejects.toThrow(UnreachableError)
    await expect(connection(port)).resolves.toBe(1)
  })

  test('control: sees the connection of a client that may', async () => {
    const refused = expect(
      safeFetch(`https://localhost:${port}/`, { ...limits, timeoutMs: 300, isAllowed: () => true }),
    ).rejects.toThrow(UnreachableError)
    await refused
    await expect(connection(port)).resolves.toBeGreaterThan(1)
  })

  /** How many connections have arrived since the last call, our own included. */
  async function connection(at: number): Promise<number> {
    const ours = connect(at, '127.0.0.1')
    await once(inside, 'connection')
    ours.destroy()
    return sockets.splice(0).map((socket) => socket.destroy()).length
  }
})

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts).toString()
}
