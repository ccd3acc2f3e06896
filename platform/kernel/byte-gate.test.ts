import { expect, test } from 'vitest'
import { createByteGate } from './byte-gate.ts'

/** Work that ends when the test says so. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('lets in what fits beside the others, and the rest in the order in which it came', async () => {
  const gate = createByteGate(100)
  const log: string[] = []
  const start = (name: string, bytes: number) => {
    const { work, end } = held()
    const done = gate.run(bytes, () => {
      log.push(name)
      return work()
    })
    return { end, done }
  }
  const first = start('first', 60)
  const second = start('second', 40)
  const large = start('large', 90)
  const small = start('small', 10)
  await settled()
  expect(log).toEqual(['first', 'second'])
  second.end()
  await second.done
  await settled()
  expect(log).toEqual(['first', 'second'])
  first.end()
  await first.done
  await settled()
  expect(log).toEqual(['first', 'second', 'large', 'small'])
  large.end()
  small.end()
  await Promise.all([large.done, small.done])
})

test('gives the bytes back after a failure', async () => {
  const gate = createByteGate(10)
  await expect(gate.run(10, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await gate.run(10, async () => 'next')).toBe('next')
})

test('refuses what can never fit', async () => {
  await expect(createByteGate(10).run(11, async () => {})).rejects.toThrow(RangeError)
})
