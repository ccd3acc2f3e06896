import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const refuse = () => new Error('full')
const never = () => new Promise<never>(() => {})

test('work of one name that does not end leaves places to others, and is passed by', async () => {
  const queue = createFairQueue({ concurrency: 3, maxEach: 2, maxWaiting: 10, refuse })
  for (let i = 0; i < 6; i += 1) void queue.run('slow.example', never)
  const done = ['a', 'b', 'c'].map((name) => queue.run(`${name}.example`, async () => name))
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c'])
})

test('does all work in its order, never more at a time than it may', async () => {
  const queue = createFairQueue({ concurrency: 2, maxEach: 2, maxWaiting: 10, refuse })
  const begun: number[] = []
  let [now, most] = [0, 0]
  const work = (number: number) => async () => {
    begun.push(number)
    now += 1
    most = Math.max(most, now)
    await new Promise(setImmediate)
    now -= 1
    if (number === 2) throw new Error('two fails')
    return number
  }
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => queue.run('one.example', work(number))))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect([begun, most]).toEqual([[1, 2, 3, 4, 5], 2])
})

test('refuses what cannot wait any more', async () => {
  const queue = createFairQueue({ concurrency: 1, maxEach: 1, maxWaiting: 1, refuse })
  void queue.run('a', never)
  void queue.run('b', never)
  await expect(queue.run('c', async () => 'c')).rejects.toThrow('full')
})
