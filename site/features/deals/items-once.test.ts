import { expect, test } from 'vitest'
import { repeated } from './items-once.ts'

const block = (...pairs: [id: number, item: number][]) => pairs.map(([id, item]) => ({ id, item }))

test('leaves an item to the first block that shows it, by whichever offer', () => {
  const drops = block([1, 10], [2, 20])
  const grid = block([3, 20], [4, 40], [1, 10])
  const more = block([5, 40], [6, 60], [2, 20])
  expect(repeated([drops, grid, more])).toEqual([[], [3, 1], [5, 2]])
})

test('says nothing of a block that repeats nothing, and of empty ones', () => {
  expect(repeated([[], block([1, 10]), block([2, 20])])).toEqual([[], [], []])
})
