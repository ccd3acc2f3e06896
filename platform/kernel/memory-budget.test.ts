import { expect, test } from 'vitest'
import { createMemoryBudget } from './memory-budget.ts'

test('refuses what does not fit beside the others, and takes it once they have released theirs', () => {
  const budget = createMemoryBudget({ totalBytes: 100 })
  const first = budget.open()
  const second = budget.open()
  expect(first.take(70)).toBe(true)
  expect(second.take(31)).toBe(false)
  expect(second.take(30)).toBe(true)
  expect(budget.usedBytes()).toBe(100)
  first.release()
  expect(second.take(70)).toBe(true)
})

test('gives everything back once, however often it is released', () => {
  const budget = createMemoryBudget({ totalBytes: 100 })
  const reservation = budget.open()
  reservation.take(40)
  reservation.take(20)
  reservation.release()
  reservation.release()
  expect(budget.usedBytes()).toBe(0)
  expect(reservation.take(1)).toBe(false)
})
