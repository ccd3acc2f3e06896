import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, listen } from '../../tests/support/listen.ts'
import { createOutboundFetch } from './outbound-fetch.ts'

describe('the way out of functions', () => {
  const seen: { url: string | undefined; key: string | undefined }[] = []
  const server = createServer((request, response) => {
    seen.push({ url: request.url, key: request.headers.authorization })
    if (request.url === '/elsewhere') response.writeHead(302, { location: `http://localhost:${port}/landed` }).end()
    else if (request.url === '/endless') response.writeHead(200).end(Buffer.alloc(6 * 1024 * 1024))
    else if (request.url === '/nothing') response.writeHead(204).end()
    else request.pipe(response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'], 'x-path': request.url }))
  })
  let port = 0
  let listening: Listening
  beforeAll(async () => {
    listening = await listen(server, '::')
    port = listening.port
  })
  afterAll(() => listening.close())
  const open = createOutboundFetch({ isAllowed: () => true })

  test.each([
    'http://127.0.0.1',
    'http://localhost',
    'http://2130706433',
    'http://0x7f.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1',
  ])('does not lead to %s, and does not tell what is there', async (address) => {
    const url = new URL(address)
    url.port = String(port)
    await expect(createOutboundFetch()(url)).rejects.toThrow('The address cannot be reached.')
    expect(seen).toEqual([])
  })

  test('sends a body and gives the whole answer', async () => {
    const reply = await open(`http://127.0.0.1:${port}/echo`, { method: 'POST', body: 'words' })
    expect([reply.status, await reply.text()]).toEqual([200, 'words'])
    expect(reply.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect((await open(`http://127.0.0.1:${port}/nothing`)).status).toBe(204)
  })

  test('takes no key along to another origin', async () => {
    seen.length = 0
    await open(`http://127.0.0.1:${port}/elsewhere`, { headers: { authorization: 'Bearer key' } })
    expect(seen).toEqual([
      { url: '/elsewhere', key: 'Bearer key' },
      { url: '/landed', key: undefined },
    ])
  })

  test('stops an answer that is too large', async () => {
    const reply = await open(`http://127.0.0.1:${port}/endless`)
    await expect(reply.arrayBuffer()).rejects.toThrow('larger than 5 MB')
  })
})
