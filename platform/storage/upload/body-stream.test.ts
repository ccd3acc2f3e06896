import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chunksOf, peek, upTo } from './body-stream.ts'

const bytes = (length: number) => new Uint8Array(length).fill(7)
/** Gives the chunks, counts what was taken, and notes a cancellation. */
function source(chunks: Uint8Array[], then: 'close' | 'silence' | 'error' = 'close') {
  const seen = { taken: 0, cancelled: false }
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[seen.taken]
      if (chunk) {
        seen.taken += 1
        controller.enqueue(chunk)
      } else if (then === 'close') controller.close()
      else if (then === 'error') controller.error(new Error('socket hang up'))
      else return new Promise(() => {})
    },
    cancel() {
      seen.cancelled = true
    },
  })
  return { stream, seen }
}
async function sizeOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0
  for await (const chunk of chunks) size += chunk.byteLength
  return size
}

test('a peeked body still gives all of its bytes', async () => {
  const { head, chunks } = await peek(chunksOf(source([bytes(3), bytes(100), bytes(5)]).stream), 10)
  expect(head.byteLength).toBe(10)
  expect(await sizeOf(chunks)).toBe(108)
  const short = await peek(chunksOf(source([bytes(2)]).stream), 10)
  expect([short.head.byteLength, await sizeOf(short.chunks)]).toEqual([2, 2])
})

test('a body over the limit fails with the chunk that is too much, and the rest is not waited for', async () => {
  const { stream, seen } = source([bytes(60), bytes(60), bytes(60), bytes(60)])
  await expect(sizeOf(upTo(100, chunksOf(stream)))).rejects.toThrow('exceeded the maximum allowed size')
  expect(seen).toEqual({ taken: 3, cancelled: true })
  expect(await sizeOf(upTo(100, chunksOf(source([bytes(60), bytes(40)]).stream)))).toBe(100)
})

test('a sender that hangs up is no failure of ours', async () => {
  await expect(sizeOf(chunksOf(source([bytes(1)], 'error').stream))).rejects.toMatchObject({ code: 'Aborted' })
})

test('no body is no upload', async () => {
  await expect(sizeOf(chunksOf(null))).rejects.toThrow('No content provided')
})

describe('a sender that falls silent', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  test('is given up after half a minute, and its body is let go', async () => {
    const { stream, seen } = source([bytes(1)], 'silence')
    const reading = sizeOf(chunksOf(stream)).then(
      () => 'read',
      (error: unknown) => error,
    )
    await vi.advanceTimersByTimeAsync(29_000)
    expect(seen.cancelled).toBe(false)
    await vi.advanceTimersByTimeAsync(7_000)
    expect(await reading).toMatchObject({ code: 'RequestTimeout' })
    expect(seen.cancelled).toBe(true)
  })
})
