import { expect, test, vi } from 'vitest'
import { createSharedFetch } from './shared-fetch.ts'

function shared(answer: () => Promise<Response>) {
  const clock = { now: 0 }
  const fetch = vi.fn(answer)
  return { clock, fetch, read: createSharedFetch({ fetch, now: () => clock.now }) }
}
const ok = async () => new Response('rows')
const minuteMs = 60_000

test('equal reads at the same time are one request, and each has the whole body', async () => {
  const { fetch, read } = shared(ok)
  const bodies = await Promise.all(['/a', '/a'].map(async (path) => (await read(path)).text()))
  expect(bodies).toEqual(['rows', 'rows'])
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('reads that differ by address, method or body are requests of their own', async () => {
  const { fetch, read } = shared(ok)
  await read('/a')
  await read('/b')
  await read('/a', { method: 'POST', body: '{"page":1}' })
  await read('/a', { method: 'POST', body: '{"page":2}' })
  expect(fetch).toHaveBeenCalledTimes(4)
})

test('a response is cached for five minutes [S9.1]', async () => {
  const { clock, fetch, read } = shared(ok)
  await read('/a')
  clock.now = 5 * minuteMs - 1
  expect(await (await read('/a')).text()).toBe('rows')
  expect(fetch).toHaveBeenCalledTimes(1)
  clock.now = 5 * minuteMs
  await read('/a')
  expect(fetch).toHaveBeenCalledTimes(2)
})

test.each([
  ['a refused response', async () => new Response('no', { status: 403 })],
  ['no connection', () => Promise.reject(new TypeError('offline'))],
])('%s is not cached', async (_name, answer) => {
  const { fetch, read } = shared(answer)
  await read('/a').catch(() => undefined)
  await read('/a').catch(() => undefined)
  expect(fetch).toHaveBeenCalledTimes(2)
})
