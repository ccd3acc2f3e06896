import { expect, test } from 'vitest'
import { createRenderQueue } from './render-queue.ts'

test('runs two at a time, lets 64 wait and refuses more', async () => {
  const queue = createRenderQueue()
  let running = 0
  let most = 0
  const gate = Promise.withResolvers<void>()
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await gate.promise
    running -= 1
  }
  const accepted = Array.from({ length: 66 }, () => queue.run(work))
  await expect(queue.run(work)).rejects.toThrow('Too many images')
  gate.resolve()
  await Promise.all(accepted)
  expect(most).toBe(2)
  await expect(queue.run(async () => 'free again')).resolves.toBe('free again')
})

test('gives the place back after a failure', async () => {
  const queue = createRenderQueue()
  const fail = () => queue.run(() => Promise.reject(new Error('no image')))
  for (let round = 0; round < 5; round += 1) await expect(fail()).rejects.toThrow('no image')
  await expect(queue.run(async () => 1)).resolves.toBe(1)
})
