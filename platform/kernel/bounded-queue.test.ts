import { expect, test } from 'vitest'
import { createBoundedQueue } from './bounded-queue.ts'

const refuse = () => new Error('Too many wait')

/** Work that ends when the test says so. */
function piece() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let begun = false
  return {
    end: resolve,
    begun: () => begun,
    work: () => {
      begun = true
      return promise
    },
  }
}

test('works on so many at once, the others in their order, and refuses more', async () => {
  const queue = createBoundedQueue({ concurrency: 1, maxWaiting: 2, refuse })
  const [first, second, third] = [piece(), piece(), piece()]
  const ends = [first, second, third].map(({ work }) => queue.run(work))
  await expect(queue.run(async () => 'fourth')).rejects.toThrow('Too many wait')
  expect([first.begun(), second.begun(), third.begun()]).toEqual([true, false, false])
  first.end()
  await ends[0]
  expect([second.begun(), third.begun()]).toEqual([true, false])
  second.end()
  third.end()
  await Promise.all(ends)
  expect(await queue.run(async () => 'later')).toBe('later')
})

test('goes on after work that failed', async () => {
  const queue = createBoundedQueue({ concurrency: 1, maxWaiting: 1, refuse })
  const failed = queue.run(() => Promise.reject(new Error('broken')))
  const next = queue.run(async () => 'next')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('next')
})
