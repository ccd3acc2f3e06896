import { expect, test } from 'vitest'
import { watchResponse } from './limits.ts'

test('a client that leaves while the function prepares its next chunk ends the response without an error, once', async () => {
  const ends: unknown[] = []
  const asked = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<unknown>()
  const chunk = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        asked.resolve()
        await chunk.promise
        controller.enqueue(new Uint8Array([1]))
      },
      cancel: (reason) => cancelled.resolve(reason),
    },
    { highWaterMark: 0 },
  )
  const signal = new AbortController().signal
  const response = watchResponse({ body, signal, onChunk: () => {}, onEnd: (error) => ends.push(error ?? 'no error') })
  const reader = response.getReader()
  const reading = reader.read()
  await asked.promise
  await reader.cancel('gone')
  expect(await cancelled.promise).toBe('gone')
  chunk.resolve()
  await reading
  await new Promise((resolve) => setImmediate(resolve))
  expect(ends).toEqual(['no error'])
})
