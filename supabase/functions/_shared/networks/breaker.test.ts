import { expect, test } from 'vitest'
import { FeedError } from '../errors.ts'
import type { SafeResponse } from '../safe-fetch.ts'
import { createBreaker } from './breaker.ts'
import { createNetworkClient } from './client.ts'

const HOST = 'feeds.example'

/** A client whose network answers with the status that the test sets. */
function clientOf() {
  const state = { status: 503, at: Date.parse('2026-03-10T14:00:00Z'), asked: 0 }
  const breaker = createBreaker(() => state.at)
  const client = createNetworkClient({
    ...{ name: 'Example', hosts: [HOST], refusedAdvice: 'Check the key', breaker, wait: async () => {} },
    async fetch(): Promise<SafeResponse> {
      state.asked++
      const body = (async function* () {
        yield Buffer.from('{}')
      })()
      return { url: `https://${HOST}/x`, status: state.status, headers: {}, body }
    },
  })
  const request = { url: `https://${HOST}/x`, maxBytes: 10, timeoutMs: 1000 }
  const ask = () => client.json(request, new AbortController().signal)
  const failure = async () => {
    const error = await ask().then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof FeedError)) throw new Error('It did not fail.')
    return error
  }
  return { state, ask, failure }
}

test('a host that failed three times in a row is left alone, and the sentence says until when', async () => {
  const { state, failure, ask } = clientOf()
  for (const _ of [1, 2, 3]) expect((await failure()).code).toBe('server_failed')
  const asked = state.asked
  const error = await failure()
  expect(error.message).toBe('Example failed again and again and is left alone until 14:10 UTC.')
  expect([error.canPass, error.retryAfterMs, state.asked]).toEqual([true, 600_000, asked])
  state.at += 600_000
  state.status = 200
  expect(await ask()).toEqual({})
  state.status = 503
  expect((await failure()).code).toBe('server_failed')
  expect((await failure()).code).toBe('server_failed')
})

test('after the rest one more failure is enough', async () => {
  const { state, failure } = clientOf()
  for (const _ of [1, 2, 3]) await failure()
  state.at += 600_000
  expect((await failure()).code).toBe('server_failed')
  expect((await failure()).code).toBe('resting')
})

test.each([401, 403, 404])('%i is no reason to leave a host alone', async (status) => {
  const { state, failure } = clientOf()
  state.status = status
  for (const _ of [1, 2, 3, 4, 5]) expect((await failure()).code).not.toBe('resting')
  expect(state.asked).toBe(5)
})
