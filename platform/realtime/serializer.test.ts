import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { buildFrame } from './frame.ts'
import { decodeBinary, decodeText, encodeBroadcast, encodeMessage } from './serializer.ts'

/** What a real client reads from frames that were written straight to its socket. */
async function readByClient(frames: Buffer[]): Promise<(string | Buffer)[]> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  server.on('connection', (_ws, request) => {
    for (const frame of frames) request.socket.write(frame)
  })
  const socket = new WebSocket(`ws://127.0.0.1:${port}`)
  socket.binaryType = 'arraybuffer'
  const read: (string | Buffer)[] = []
  await new Promise<void>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      read.push(data instanceof ArrayBuffer ? Buffer.from(data) : String(data))
      if (read.length === frames.length) resolve()
    })
  })
  socket.close()
  server.close()
  return read
}

test.each([
  0, 1, 125, 126, 65_535, 65_536, 300_000,
])('frames of %i bytes are read as they were written', async (size) => {
  const text = 'ü'.repeat(size / 2) + (size % 2 ? 'x' : '')
  const bytes = Buffer.alloc(size, 7)
  expect(await readByClient([buildFrame(text), buildFrame(bytes)])).toEqual([text, bytes])
})

test('text messages of both versions are read, anything else is dropped', () => {
  const message = { joinRef: '1', ref: '2', topic: 'realtime:a', event: 'phx_join', payload: { x: 1 }, broadcast: null }
  expect(decodeText('2.0.0', '["1","2","realtime:a","phx_join",{"x":1}]')).toEqual(message)
  expect(
    decodeText('1.0.0', '{"topic":"realtime:a","event":"phx_join","payload":{"x":1},"ref":"2","join_ref":"1"}'),
  ).toEqual(message)
  for (const text of ['', '{', '[]', '[1,2,3]', 'null', '"x"', '["1","2",5,"e",{}]']) {
    expect(decodeText('2.0.0', text), text).toBeNull()
    expect(decodeText('1.0.0', text), text).toBeNull()
  }
})

test('a binary push is read field by field, by bytes and not by characters', () => {
  const fields = ['1', '2', 'realtime:ä', 'größe', '{"persist":true}'].map((text) => Buffer.from(text))
  const header = Buffer.from([3, ...fields.map((field) => field.length), 1])
  const frame = Buffer.concat([header, ...fields, Buffer.from('{"a":1}')])
  expect(decodeBinary('2.0.0', frame)).toEqual({
    ...{ joinRef: '1', ref: '2', topic: 'realtime:ä', event: 'broadcast', payload: {} },
    broadcast: { event: 'größe', encoding: 'json', body: Buffer.from('{"a":1}'), meta: { persist: true } },
  })
  expect(decodeBinary('1.0.0', frame)).toBeNull()
  for (let cut = 0; cut < frame.length - 8; cut++) expect(decodeBinary('2.0.0', frame.subarray(0, cut))).toBeNull()
})

test('a broadcast with names that do not fit a binary header goes out as text', () => {
  const broadcast = { encoding: 'json', body: Buffer.from('{"a":1}'), meta: { id: 'x' } } as const
  const short = encodeBroadcast('2.0.0', 'realtime:a', { ...broadcast, event: 'e' })
  expect(short?.subarray(2)).toEqual(Buffer.from('\u0004\u000a\u0001\u000a\u0001realtime:ae{"id":"x"}{"a":1}'))
  const long = encodeBroadcast('2.0.0', 'realtime:a', { ...broadcast, event: 'e'.repeat(256) })
  expect(long?.toString('utf8')).toContain('"broadcast",{"type":"broadcast","event":"eee')
  expect(encodeBroadcast('1.0.0', 'realtime:a', { ...broadcast, event: 'e', encoding: 'binary' })).toBeNull()
})

test('messages are written as each version has them', () => {
  const reply = { topic: 't', event: 'phx_reply', payload: { status: 'ok', response: {} }, ref: '1', joinRef: '2' }
  expect(encodeMessage('2.0.0', reply).subarray(2).toString()).toBe(
    '["2","1","t","phx_reply",{"status":"ok","response":{}}]',
  )
  expect(JSON.parse(encodeMessage('1.0.0', reply).subarray(2).toString())).toMatchObject({
    ...{ topic: 't', event: 'phx_reply', ref: '1', join_ref: '2' },
  })
})

test('a body that is no JSON cannot write another message into the frame of a 1.0.0 client', () => {
  const body = Buffer.from('1},"topic":"realtime:private","event":"system","payload":{"status":"ok"')
  const forged = { event: 'x', encoding: 'json' as const, body, meta: null }
  expect(encodeBroadcast('1.0.0', 'realtime:room', forged)).toBeNull()
  // Too long a topic for the binary form: the same text would be written into the array.
  expect(encodeBroadcast('2.0.0', `realtime:${'x'.repeat(300)}`, forged)).toBeNull()
  expect(encodeBroadcast('2.0.0', 'realtime:room', forged)).not.toBeNull()
})
