import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { joined, type SystemMessage, until } from '../../tests/support/realtime-channels.ts'
import { type RealtimeServer, startRealtime } from '../../tests/support/realtime-server.ts'

let db: TestDatabase
let server: RealtimeServer
beforeAll(async () => {
  db = await testDatabase('platform')
  server = await startRealtime(db, {
    limits: {
      ...{ maxChannelsPerConnection: 3, maxPresenceCallsPerWindow: 3, maxMessagesPerSecond: 200, maxConnections: 40 },
      ...{ maxJoinsPerSecond: 20, maxWaitingBytes: 512 * 1024, maxMemoryBytes: 30_000 },
    },
  })
})
afterAll(async () => {
  await server.close()
  await db.drop()
})

/** A bare websocket, as no well-behaved client would use it. */
async function open(query = `?apikey=sb_publishable_test&vsn=2.0.0`, at = server) {
  const socket = new WebSocket(`${at.url.replace('http', 'ws')}/realtime/v1/websocket${query}`)
  const heard: unknown[] = []
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason })),
  )
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') heard.push(JSON.parse(data))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return { socket, heard, closed, say: (...message: unknown[]) => socket.send(JSON.stringify(message)) }
}

test('a socket has at most so many channels', async () => {
  const client = await server.client()
  await Promise.all(['a', 'b', 'c'].map((name) => joined(client.channel(name))))
  await expect(joined(client.channel('d'))).rejects.toThrow('ChannelRateLimitReached: Too many channels')
  await client.removeChannel(client.channel('a'))
  await joined(client.channel('e'))
})

test('a client that joins in a loop is disconnected', async () => {
  const { say, closed, heard } = await open()
  for (let i = 0; i < 30; i++) say(`${i}`, `${i}`, 'realtime:loop', 'phx_join', {})
  expect(await closed).toMatchObject({ code: 1008, reason: 'ClientJoinRateLimitReached: Too many joins per second' })
  expect(JSON.stringify(heard)).toContain('ClientJoinRateLimitReached')
})

test('a client that talks too much is disconnected', async () => {
  const { say, closed } = await open()
  for (let i = 0; i < 300; i++) say(null, `${i}`, 'phoenix', 'heartbeat', {})
  expect(await closed).toMatchObject({ code: 1008, reason: 'Too many messages per second' })
})

test('one address has only so many sockets, and a closed one makes room', async () => {
  const small = await startRealtime(db, { limits: { maxConnectionsPerAddress: 2 } })
  try {
    const [first] = await Promise.all([open(undefined, small), open(undefined, small)])
    await expect(open(undefined, small)).rejects.toBeInstanceOf(Event)
    first.socket.close()
    await first.closed
    await eventually(() => open(undefined, small))
  } finally {
    await small.close()
  }
})

test('too many presence calls shut the channel', async () => {
  const client = await server.client()
  const said: string[] = []
  const channel = await joined(
    client.channel('presence').on('system', {}, (message: SystemMessage) => said.push(message.message)),
  )
  for (let i = 0; i < 4; i++) void channel.track({ i })
  await until(() => said.length > 0, 'the end')
  expect(said).toEqual(['Client presence rate limit exceeded'])
})

test('a frame beyond any payload ends the socket, damaged ones are passed over', async () => {
  const { socket, say, closed, heard } = await open()
  socket.send('{"not": ["a message"')
  socket.send(Uint8Array.of(9, 9, 9))
  socket.send(Uint8Array.of(3, 255, 255, 255, 255, 255, 1, 0))
  say(null, '1', 'phoenix', 'heartbeat', {})
  await until(() => heard.length > 0, 'the heartbeat')
  socket.send('x'.repeat(4_000_000))
  expect((await closed).code).toBe(1009)
})

test('a message to a channel that was not joined is answered with an error', async () => {
  const { say, heard, socket } = await open()
  say('1', '2', 'realtime:nowhere', 'broadcast', { event: 'x' })
  say('1', '3', 'realtime:nowhere', 'phx_leave', {})
  say('1', '4', 'realtime:', 'phx_join', {})
  await until(() => heard.length === 3, 'three answers')
  expect(heard).toEqual([
    ['1', '2', 'realtime:nowhere', 'phx_reply', { status: 'error', response: { reason: 'unmatched topic' } }],
    ['1', '3', 'realtime:nowhere', 'phx_reply', { status: 'ok', response: {} }],
    [
      ...['1', '4', 'realtime:', 'phx_reply'],
      { status: 'error', response: { reason: 'TopicNameRequired: You must provide a topic name' } },
    ],
  ])
  socket.close()
})

test.each([
  [401, '?vsn=2.0.0'],
  [401, '?apikey=x.y.z'],
  [400, '?apikey=sb_publishable_test&vsn=3.0.0'],
])('the handshake is refused with %i for %s', async (status, query) => {
  const reply = await fetch(`${server.url}/realtime/v1/websocket${query}`, { headers: {} }).catch(() => null)
  expect(reply?.status).toBe(404) // no websocket at all
  expect(await handshake(query)).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\\{"error":".+"\\}$`, 's'))
})

/** The raw answer to an upgrade. */
function handshake(query: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname)
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.write(
      `GET /realtime/v1/websocket${query} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    )
  })
}

/** A client that joins a topic and then reads nothing any more. */
async function openDeaf(at: RealtimeServer, topic: string) {
  const { hostname, port } = new URL(at.url)
  const slow = connect(Number(port), hostname)
  let shaken = false
  const gone = new Promise((resolve) => slow.on('close', resolve))
  slow.on('error', () => {})
  slow.write(
    'GET /realtime/v1/websocket?apikey=sb_publishable_test&vsn=2.0.0 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n' +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  slow.once('data', () => {
    shaken = true
    slow.write(maskedText(`["1","1","${topic}","phx_join",{"config":{}}]`))
    slow.once('data', () => slow.pause())
  })
  await until(() => shaken && slow.isPaused(), 'a client that has stopped reading')
  return { slow, gone }
}

test('many slow readers together are dropped before they fill the memory', async () => {
  const at = await startRealtime(db, { limits: { maxWaitingBytes: 100_000_000, maxWaitingBytesAltogether: 1_000_000 } })
  try {
    const deaf = await Promise.all([openDeaf(at, 'realtime:flood'), openDeaf(at, 'realtime:flood')])
    const client = await at.client()
    const channel = await joined(client.channel('flood', { config: { broadcast: { ack: true } } }))
    const text = 'x'.repeat(500_000)
    for (let sent = 0; sent < 40; sent++) {
      expect(await channel.send({ type: 'broadcast', event: 'x', payload: { text } })).toBe('ok')
    }
    await Promise.all(
      deaf.map(({ slow, gone }) => {
        slow.resume()
        return gone
      }),
    )
  } finally {
    await at.close()
  }
})

test('a client that does not read is dropped, and the others do not notice', async () => {
  const { slow, gone } = await openDeaf(server, 'realtime:flood')

  const [speaker, listener] = await Promise.all([server.client(), server.client()])
  let heard = 0
  await joined(listener.channel('flood').on('broadcast', { event: '*' }, () => (heard += 1)))
  const channel = await joined(speaker.channel('flood', { config: { broadcast: { ack: true } } }))
  const text = 'x'.repeat(500_000)
  const before = process.memoryUsage().rss
  // What the two kernels' buffers take (some MB) comes before our own limit is reached.
  for (let sent = 1; sent <= 60; sent++) {
    expect(await channel.send({ type: 'broadcast', event: 'x', payload: { text } })).toBe('ok')
    await until(() => heard === sent, 'the broadcast')
  }
  slow.resume()
  await gone
  expect(heard).toBe(60)
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
})

/** A client's frame: masked, here with zeros. */
function maskedText(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

test('what a socket makes us keep is limited, and given back with its channels', async () => {
  const long = 'x'.repeat(8000)
  const { heard, say } = await open()
  const answers = () => JSON.stringify(heard)
  say('1', '1', `realtime:one-${long}`, 'phx_join', { config: {} })
  say('2', '2', 'realtime:two', 'phx_join', { config: { presence: { key: long } } })
  say('4', '4', 'realtime:many', 'phx_join', { config: { postgres_changes: [{ table: long }, { table: long }] } })
  await until(() => answers().includes('Too much is kept for this client'), 'the refusal')
  const refused = heard.filter((message) => JSON.stringify(message).includes('Too much is kept'))
  expect(refused).toMatchObject([['4', '4', 'realtime:many', 'phx_reply', { status: 'error' }]])
  say('1', '5', `realtime:one-${long}`, 'phx_leave', {})
  say('7', '7', 'realtime:room', 'phx_join', { config: {} })
  say('7', '8', 'realtime:room', 'presence', { event: 'track', payload: { long, longer: long } })
  await until(() => answers().includes('"7","8","realtime:room","phx_reply",{"status":"ok"'), 'the first track')
  // The last track is taken back by the next, so that changing it costs nothing.
  say('7', '9', 'realtime:room', 'presence', { event: 'track', payload: { longer: long, long } })
  await until(() => answers().includes('"7","9","realtime:room","phx_reply",{"status":"ok"'), 'the second track')
  say('7', '10', 'realtime:room', 'presence', { event: 'track', payload: { long: `${long}${long}${long}` } })
  await until(() => answers().includes('Track message size exceeded'), 'the end')
})

test('what all together track on one topic is bounded: each newcomer is sent the whole list', async () => {
  const tight = await startRealtime(db, { limits: { maxPresenceBytesPerTopic: 1000 } })
  try {
    const [first, second] = await Promise.all([open(undefined, tight), open(undefined, tight)])
    const track = (text: string) => ({ event: 'track', payload: { text: text.repeat(700) } })
    for (const { say } of [first, second]) say('1', '1', 'realtime:full', 'phx_join', {})
    await until(() => first.heard.length > 0 && second.heard.length > 0, 'both joins')
    const answers = ({ heard }: typeof first, ref: string) =>
      until(() => heard.find((message) => JSON.stringify(message).startsWith(`["1","${ref}"`)), `the answer to ${ref}`)
    first.say('1', '2', 'realtime:full', 'presence', track('a'))
    expect(await answers(first, '2')).toMatchObject({ 4: { status: 'ok' } })
    second.say('1', '2', 'realtime:full', 'presence', track('b'))
    const full = { status: 'error', response: { reason: 'The presence list of this topic is full: track less' } }
    expect(await answers(second, '2')).toMatchObject({ 4: full })
    // Whoever has a place may change what stands there; whoever leaves it makes room.
    first.say('1', '3', 'realtime:full', 'presence', track('c'))
    expect(await answers(first, '3')).toMatchObject({ 4: { status: 'ok' } })
    first.say('1', '4', 'realtime:full', 'presence', { event: 'untrack' })
    await answers(first, '4')
    second.say('1', '3', 'realtime:full', 'presence', track('d'))
    expect(await answers(second, '3')).toMatchObject({ 4: { status: 'ok' } })
    for (const { socket } of [first, second]) socket.close()
  } finally {
    await tight.close()
  }
})

test('a token that expires while its join is under way lets nobody in', async () => {
  await db.pools.owner.query(`create policy "slow to answer" on realtime.messages for select to authenticated
    using (realtime.topic() = 'slow' and pg_sleep(2) is not null)`)
  const claims = { sub: crypto.randomUUID(), role: 'authenticated', exp: Math.ceil(Date.now() / 1000) + 1 }
  const { say, heard, socket } = await open()
  const config = { private: true, presence: { enabled: true } }
  say('1', '1', 'realtime:slow', 'phx_join', { config, access_token: await server.token(claims) })
  await until(() => heard.length > 0, 'the answer')
  expect(heard[0]).toMatchObject({
    4: { status: 'error', response: { reason: 'InvalidJWTToken: Token has expired 0 seconds ago' } },
  })
  socket.close()
})

const small = { fanOutBytesPerSecond: 1000, fanOutBurstBytes: 10_000 }

test('who sends more than the budget is told so, and its channel is closed; others go on', async () => {
  const tight = await startRealtime(db, { limits: small })
  try {
    const [sender, listener] = await Promise.all([open(undefined, tight), open(undefined, tight)])
    for (const { say } of [sender, listener]) {
      say('1', '1', 'realtime:room', 'phx_join', { config: { broadcast: { ack: true } } })
    }
    await until(() => sender.heard.length > 0 && listener.heard.length > 0, 'both joins')
    const payload = { type: 'broadcast', event: 'x', payload: { text: 'x'.repeat(4000) } }
    for (const ref of ['2', '3', '4', '5']) sender.say('1', ref, 'realtime:room', 'broadcast', payload)
    await until(() => JSON.stringify(sender.heard).includes('phx_close'), 'the end')
    expect(sender.heard.slice(1)).toMatchObject([
      ['1', '2', 'realtime:room', 'phx_reply', { status: 'ok' }],
      [
        '1',
        '3',
        'realtime:room',
        'phx_reply',
        { status: 'error', response: { reason: 'Too many messages per second' } },
      ],
      [
        ...[null, null, 'realtime:room', 'system'],
        { extension: 'system', status: 'error', message: 'Too many messages per second', channel: 'room' },
      ],
      ['1', '1', 'realtime:room', 'phx_close', {}],
      ['1', '4', 'realtime:room', 'phx_reply', { status: 'error', response: { reason: 'unmatched topic' } }],
      ['1', '5', 'realtime:room', 'phx_reply', { status: 'error', response: { reason: 'unmatched topic' } }],
    ])
    listener.say(null, '9', 'phoenix', 'heartbeat', {})
    await until(() => JSON.stringify(listener.heard).includes('"9","phoenix"'), 'the heartbeat')
    expect(JSON.stringify(listener.heard)).not.toContain('phx_close')
    sender.socket.close()
    listener.socket.close()
  } finally {
    await tight.close()
  }
})

test('broadcasts over HTTP have the same budget, but for the project itself', async () => {
  const tight = await startRealtime(db, { limits: small })
  const post = async (apikey: string, path: string, body: object) => {
    const headers = { apikey, 'content-type': 'application/json' }
    const url = `${tight.url}/realtime/v1/api/broadcast${path}`
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, text: await response.text() }
  }
  const batch = (size: number) => ({ messages: [{ topic: 'room', event: 'x', payload: { text: 'x'.repeat(size) } }] })
  try {
    expect(await post('sb_publishable_test', '', batch(12_000))).toMatchObject({ status: 202 })
    const refused = await post('sb_publishable_test', '', batch(10))
    expect(refused).toMatchObject({ status: 429, text: expect.stringContaining('Too many messages to broadcast') })
    const single = await post('sb_publishable_test', '/other/events/x', {})
    expect(single).toMatchObject({ status: 429, text: expect.stringContaining('You have exceeded your rate limit') })
    expect(await post('sb_secret_test', '/other/events/x', {})).toMatchObject({ status: 202 })
  } finally {
    await tight.close()
  }
})
