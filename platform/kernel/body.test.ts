import { expect, test } from 'vitest'
import { announcedLength, BodyTooLargeError, limitBody, readBytes, readText } from './body.ts'

const LIMIT = 10

function post(body: ReadableStream<Uint8Array>): Request {
  const init = { method: 'POST', body, duplex: 'half' }
  return new Request('http://test/', init)
}

/** A streamed body: it announces no length, and counts what was taken of it. */
function streamed(...parts: string[]) {
  const taken = { chunks: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const part = parts[taken.chunks]
        if (part === undefined) return controller.close()
        taken.chunks += 1
        controller.enqueue(Buffer.from(part))
      },
    },
    { highWaterMark: 0 },
  )
  return { taken, request: post(body) }
}

function announced(length: string) {
  const { taken, request } = streamed('12345')
  request.headers.set('content-length', length)
  return { taken, request }
}

test('reads a body of just the limit, in any number of chunks', async () => {
  expect(await readText(streamed('1234', '5678', '9ä'.slice(0, 1)).request, LIMIT)).toBe('123456789')
  expect((await readBytes(streamed('12345', '67890').request, LIMIT)).byteLength).toBe(LIMIT)
})

test('reads letters that two chunks share', async () => {
  const euro = Buffer.from('€')
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(euro.subarray(0, 1))
      controller.enqueue(euro.subarray(1))
      controller.close()
    },
  })
  expect(await readText(post(body), LIMIT)).toBe('€')
})

test('an absent body is empty', async () => {
  expect(await readText(new Request('http://test/', { method: 'POST' }), LIMIT)).toBe('')
})

test('refuses by the announced length, before a byte is read', async () => {
  const { taken, request } = announced('11')
  await expect(readBytes(request, LIMIT)).rejects.toThrow(BodyTooLargeError)
  expect(taken.chunks).toBe(0)
})

test('refuses a streamed body with the chunk that is too much', async () => {
  const { taken, request } = streamed('123456', '123456', '123456')
  await expect(readBytes(request, LIMIT)).rejects.toMatchObject({ limitBytes: LIMIT })
  expect(taken.chunks).toBe(2)
})

test('takes no nonsense for a length', () => {
  for (const length of ['', '-1', '1e9', 'x', '9'.repeat(16)])
    expect(announcedLength(announced(length).request)).toBeUndefined()
  expect(announcedLength(announced('12').request)).toBe(12)
})

test('a limited stream gives the bytes on, and breaks with the one that is too much', async () => {
  const whole = limitBody(new Blob(['1234567890']).stream(), LIMIT)
  expect(await new Response(whole).text()).toBe('1234567890')
  const broken = limitBody(new Blob(['12345678901']).stream(), LIMIT)
  await expect(new Response(broken).text()).rejects.toThrow(BodyTooLargeError)
})
