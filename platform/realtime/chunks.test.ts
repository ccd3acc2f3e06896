import { expect, test } from 'vitest'
import { createChunker } from './chunks.ts'

test.each([10, 7800, 7801, 500_000])('a message of %i bytes is cut to fit and put together again', (size) => {
  const text = 'ä€'.repeat(size).slice(0, size)
  const parts = createChunker('a').split(text)
  expect(parts.every((part) => Buffer.byteLength(part) < 8000)).toBe(true)
  const reader = createChunker('b')
  expect(parts.map((part) => reader.join(part)).filter(Boolean)).toEqual([{ node: 'a', text }])
})

test('messages of two senders may be interleaved, an incomplete one is dropped', () => {
  const [long, other] = ['x'.repeat(20_000), 'y'.repeat(20_000)]
  const [a, b] = [createChunker('a').split(long), createChunker('b').split(other)]
  const reader = createChunker('c')
  const read = a.flatMap((part, index) => [reader.join(part), reader.join(b[index] ?? '')]).filter(Boolean)
  expect(read).toEqual([
    { node: 'a', text: long },
    { node: 'b', text: other },
  ])
  const later = createChunker('c')
  expect(a.slice(1).map((part) => later.join(part))).toEqual(a.slice(1).map(() => null))
})
