import { once } from 'node:events'
import { connect } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceClientOf } from '../support/clients.ts'
import { keysOf, type OwnShop, startOwnShop } from '../support/dahlia.ts'

const MEGABYTE = 1024 * 1024

describe('the real process', () => {
  let dahlia: OwnShop
  let keys: Awaited<ReturnType<typeof keysOf>>
  beforeAll(async () => {
    dahlia = await startOwnShop()
    keys = await keysOf(dahlia)
  })
  afterAll(async () => {
    await dahlia.close()
  })

  test('renders an image in the size that is asked for', async () => {
    const { storage } = await serviceClientOf(dahlia)
    const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c06' } })
      .png()
      .toBuffer()
    await storage.createBucket('rendered', { public: true })
    expect((await storage.from('rendered').upload('rose.png', image, { contentType: 'image/png' })).error).toBeNull()
    const { publicUrl } = storage.from('rendered').getPublicUrl('rose.png', { transform: { width: 16 } }).data
    const response = await fetch(publicUrl)
    expect(response.status).toBe(200)
    expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(16)
  })

  describe('is sent a load of rows with the key that is in every page', () => {
    const csv = `name,url\n${'row,/row\n'.repeat((34 * MEGABYTE) / 9)}`
    const json = `[${'{},'.repeat(16 * MEGABYTE)}{}]`

    test.each([
      ['text/csv', 'announced', csv],
      ['text/csv', 'in chunks', csv],
      ['application/json', 'announced', json],
      ['application/json', 'in chunks', json],
    ])('%s, %s: refuses it at once, lives, and answers everybody else', async (type, how, text) => {
      const before = await memoryOf(dahlia)
      const body = how === 'announced' ? text : new Blob([text]).stream()
      const init = {
        method: 'POST',
        headers: { apikey: keys.publishableKey, 'content-type': type },
        body,
        ...(how === 'announced' ? {} : { duplex: 'half' }),
      }
      const response = await fetch(`${dahlia.url}/rest/v1/products`, init)
      expect([401, 413]).toContain(response.status)
      expect(await response.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
      expect((await fetch(dahlia.url)).status).toBe(200)
      expect(dahlia.child.exitCode).toBeNull()
      // Parsed, it would take many times its own size.
      expect((await memoryOf(dahlia)) - before).toBeLessThan(64 * MEGABYTE)
    })
  })

  test.each([
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', '400'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: shop.test\r\nHost: evil.test\r\n\r\n', '400'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', '400'],
    ['no HTTP at all', 'hello\r\n\r\n', '400'],
    ['a header beyond every limit', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(80_000)}\r\n\r\n`, '431'],
  ])('refuses %s, with the headers of every response', async (_what, request, status) => {
    const head = await say(request)
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toMatch(/^x-content-type-options: nosniff\r$/m)
    expect(head).toMatch(/^x-frame-options: DENY\r$/m)
    expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/m)
    expect(head).toMatch(/^connection: close\r$/im)
  })

  test('says in JSON, which clients read, that the headers are too large', async () => {
    const said = await say(`GET /rest/v1/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'a'.repeat(80_000)}\r\n\r\n`)
    expect(JSON.parse(said.slice(said.indexOf('\r\n\r\n')))).toMatchObject({
      ...{ code: 431, message: 'The headers of the request are too large.' },
    })
  })

  test('logs an address that is no text as any other, in one line', async () => {
    const before = dahlia.output().length
    for (const path of ['/%', '/brands/%ff']) expect((await fetch(dahlia.url + path)).status).toBe(404)
    expect(dahlia.output().slice(before)).not.toMatch(/decoded|malformed/i)
  })

  async function say(text: string): Promise<string> {
    const { port, hostname } = new URL(dahlia.url)
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.write(text)
    await once(socket, 'close')
    return answer
  }
})

/** Resident bytes, as the process says. */
async function memoryOf(dahlia: OwnShop): Promise<number> {
  const { secretKey } = await keysOf(dahlia)
  const metrics = await (await fetch(`${dahlia.url}/metrics`, { headers: { apikey: secretKey } })).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1])
}
