import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HttpService, serveOverHttp } from '../testing/http-service.ts'
import { SERVICE, type TestStorage, testStorage } from '../testing/test-service.ts'

/** What goes wrong between two requests shows in one try of two; sixty leave nothing to luck. */
const TRIES = 60
const SIZE = 300_000

let storage: TestStorage
let token: string
let server: HttpService
beforeAll(async () => {
  storage = await testStorage()
  await (await storage.client(SERVICE)).createBucket('files')
  token = await storage.token(SERVICE)
  server = await serveOverHttp(storage.service)
})
afterAll(async () => {
  await server.close()
  await storage.stop()
})

const headers = () => ({ authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' })

async function begin(key: string): Promise<string> {
  const metadata = `bucketName ${Buffer.from('files').toString('base64')},objectName ${Buffer.from(key).toString('base64')}`
  const created = await fetch(`http://127.0.0.1:${server.port}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: { ...headers(), 'upload-length': String(SIZE), 'upload-metadata': metadata },
  })
  expect(created.status).toBe(201)
  return new URL(created.headers.get('location') ?? '').pathname
}

/** Sends everything and hangs up before the response can be there. */
function cutPatch(path: string, afterMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => {
      const lines = [
        `PATCH ${path} HTTP/1.1`,
        'Host: storage.test',
        ...Object.entries(headers()).map(([name, value]) => `${name}: ${value}`),
        'Content-Type: application/offset+octet-stream',
        'Upload-Offset: 0',
        `Content-Length: ${SIZE}`,
      ]
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
      socket.write(Buffer.alloc(SIZE, 'x'), () => wait(afterMs).then(() => socket.resetAndDestroy()))
    })
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}

describe('an upload whose last piece was cut off behind its last byte', () => {
  test('is finished once, and the question that follows is answered', async () => {
    const outcomes = new Map<string, number>()
    for (let turn = 0; turn < TRIES; turn += 1) {
      const key = `cut-${turn}`
      const path = await begin(key)
      await cutPatch(path, turn % 12)
      const questions = await Promise.all(
        [0, 1].map(() => fetch(`http://127.0.0.1:${server.port}${path}`, { method: 'HEAD', headers: headers() })),
      )
      let offset = Number(questions[0]?.headers.get('upload-offset'))
      // Not every byte may have come; then the client sends the rest, as it would anyway.
      if (questions[0]?.status === 200 && offset < SIZE) {
        const rest = await fetch(`http://127.0.0.1:${server.port}${path}`, {
          method: 'PATCH',
          headers: {
            ...headers(),
            'upload-offset': String(offset),
            'content-type': 'application/offset+octet-stream',
          },
          body: Buffer.alloc(SIZE - offset, 'x'),
        })
        offset = Number(rest.headers.get('upload-offset'))
      }
      const info = await (await storage.client(SERVICE)).from('files').info(key)
      const outcome = `${questions.map(({ status }) => status).join(' ')} ${offset} ${info.data?.size ?? info.error?.message}`
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    expect(Object.fromEntries(outcomes)).toEqual({ [`200 200 ${SIZE} ${SIZE}`]: TRIES })
  })
})
