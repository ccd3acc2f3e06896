import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { ResultReader } from './batch-messages.ts'
import { readRow } from './read-row.ts'

function message(type: string, fields: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

function dataRow(...values: (string | null)[]): Buffer {
  const parts = values.map((value) => {
    const size = Buffer.alloc(4)
    size.writeInt32BE(value === null ? -1 : Buffer.byteLength(value))
    return Buffer.concat([size, Buffer.from(value ?? '')])
  })
  return message('D', Buffer.concat([Buffer.from([0, values.length]), ...parts]))
}

const EMPTY = Buffer.alloc(0)
const notice = message('N', Buffer.from('SNOTICE\0\0'))
const ready = message('Z', Buffer.from('I'))
const batch = [
  message('1', EMPTY),
  message('2', EMPTY),
  dataRow('a', null),
  notice,
  dataRow('é', ''),
  message('C', Buffer.from('SELECT 2\0')),
  ready,
]
/** After the batch's end, so of a query that is pg's own. */
const others = [dataRow('of others'), ready]

function session() {
  const stream = new PassThrough()
  const passed: Buffer[] = []
  stream.on('data', (chunk: Buffer) => passed.push(Buffer.from(chunk)))
  const answers = new ResultReader(stream)
  const rows: (string | null)[][] = []
  let completed = 0
  answers.sendTo({
    description: () => undefined,
    row: (bytes, start) => rows.push(readRow(bytes, start)),
    complete: () => {
      completed += 1
    },
  })
  const send = async (chunk: Buffer) => {
    stream.write(chunk)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { send, seen: () => ({ rows, completed, passed: Buffer.concat(passed) }) }
}

const expected = {
  rows: [
    ['a', null],
    ['é', ''],
  ],
  completed: 1,
  passed: Buffer.concat([notice, ready, ...others]),
}

test('a batch’s rows go to its receiver, and notices, its end and other queries to pg, in order', async () => {
  const { send, seen } = session()
  await send(Buffer.concat([...batch, ...others]))
  expect(seen()).toEqual(expected)
})

test('the network may cut a message anywhere', async () => {
  const bytes = Buffer.concat([...batch, ...others])
  for (let at = 1; at < bytes.length; at += 1) {
    const { send, seen } = session()
    await send(bytes.subarray(0, at))
    await send(bytes.subarray(at))
    expect(seen(), `cut at ${at}`).toEqual(expected)
  }
})

test('a message may come in many pieces', async () => {
  const { send, seen } = session()
  for (const byte of Buffer.concat([...batch, ...others])) await send(Buffer.from([byte]))
  expect(seen()).toEqual(expected)
})
