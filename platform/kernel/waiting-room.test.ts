import { beforeEach, expect, test } from 'vitest'
import { createWaitingRoom, type WaitingRoom } from './waiting-room.ts'

let time = 0
let room: WaitingRoom
beforeEach(() => {
  time = 0
  room = createWaitingRoom({ places: 2, patienceMs: 1000, now: () => time })
})

/** Work that ends when it is told to. */
function task() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { result: room.run(() => promise), end: () => resolve('done') }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('lets in as many as there are places, the others in their order', async () => {
  const [first, second, third, fourth] = [task(), task(), task(), task()]
  expect(room.waiting()).toBe(2)
  second.end()
  await settled()
  expect(room.waiting()).toBe(1)
  for (const each of [first, third, fourth]) each.end()
  expect(room.isFull()).toBe(false)
  expect(await Promise.all([first, second, third, fourth].map(({ result }) => result))).toEqual(Array(4).fill('done'))
  expect(room.waiting()).toBe(0)
})

test('turns away at once whom the work of those before would keep too long', async () => {
  // Twenty rounds of work that takes 600 ms.
  for (let round = 0; round < 20; round += 1) {
    const slow = task()
    time += 600
    slow.end()
    await slow.result
  }
  const admitted = [task(), task(), task(), task(), task()]
  const began = time
  expect(room.isFull()).toBe(true)
  expect(await task().result).toBeNull()
  expect(time).toBe(began)
  for (const each of admitted) each.end()
  expect(await admitted.at(-1)?.result).toBe('done')
})

test('turns away who has waited too long all the same, and lets in who came later', async () => {
  const [first, second, early] = [task(), task(), task()]
  time += 900
  const late = task()
  time += 200
  first.end()
  expect(await early.result).toBeNull()
  late.end()
  expect(await late.result).toBe('done')
  second.end()
})

test('a failure gives its place back', async () => {
  const fail = () => Promise.reject(new Error('no'))
  for (let round = 0; round < 5; round += 1) await expect(room.run(fail)).rejects.toThrow('no')
  expect(await room.run(async () => 'done')).toBe('done')
})
