import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as afterPoll } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { listen } from '../../../tests/support/listen.ts'
import { createDrain } from './drain.ts'

test('a request that arrived while the processor was busy is served before idle connections are closed', async () => {
  const server = createServer((request, response) => {
    if (drain.begun()) response.shouldKeepAlive = false
    drain.admit(() => response.end(`served ${request.url}`))
  })
  const drain = createDrain(server, { untilNoneComes: async () => {} })
  const { port } = await listen(server)
  const client = connect(port, '127.0.0.1')
  let received = ''
  client.on('data', (chunk) => {
    received += chunk
  })
  const ended = once(client, 'close')
  const ask = (path: string) => client.write(`GET ${path} HTTP/1.1\r\nHost: shop.example\r\n\r\n`)
  ask('/first')
  await eventually(() => expect(received).toContain('served /first'))

  const drained = drain.run({ timeoutMs: 1_000, beforeClosing() {} })
  await eventually(() => expect(server.listening).toBe(false))
  // After this, timers come before what is read: the time for last requests is over when the work below is.
  await afterPoll()
  ask('/second')
  for (const until = performance.now() + 400; performance.now() < until; );
  await Promise.all([drained, ended])
  expect(received).toContain('served /second')
})
