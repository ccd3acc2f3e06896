import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFanOutBudget } from './budget.ts'
import { DEFAULT_LIMITS } from './limits.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

const limits = {
  ...DEFAULT_LIMITS,
  ...{ fanOutBytesPerSecond: 100_000, fanOutBurstBytes: 100_000 },
  ...{ fanOutBytesPerSecondAltogether: 200_000, fanOutBurstBytesAltogether: 200_000 },
}
const room = (name: string, bytes = 9600) => [{ topic: `public:${name}` as const, receivers: 9, bytes }]

test('an address has its budget on all topics together, and gets it back with time', () => {
  const budget = createFanOutBudget(limits)
  expect(budget.take('a', room('one'))).toBe(true)
  expect(budget.take('a', room('two'))).toBe(false)
  expect(budget.take('b', room('two'))).toBe(true)
  vi.advanceTimersByTime(500)
  expect(budget.take('a', room('three'))).toBe(true)
})

test('a topic has its budget from all addresses together, also from the project itself', () => {
  const budget = createFanOutBudget(limits)
  expect(budget.take('a', room('one'))).toBe(true)
  expect(budget.take('b', room('one'))).toBe(false)
  expect(budget.take(null, room('one'))).toBe(false)
  expect(budget.take(null, room('two'))).toBe(true)
})

test('while the process has no more, those who have sent little are still heard', () => {
  const budget = createFanOutBudget(limits)
  budget.take('a', room('one'))
  budget.take('b', room('two'))
  expect(budget.take('c', room('three', 100))).toBe(true)
  // A fifth of its own budget is gone: it is no longer modest.
  expect(budget.take('d', room('four', 2600))).toBe(true)
  expect(budget.take('d', room('five', 100))).toBe(false)
})

test('a single message larger than the budget is sent and paid off, a batch of that size is refused', () => {
  const budget = createFanOutBudget(limits)
  expect(budget.take('a', [...room('one', 9000), ...room('two', 9000)])).toBe(false)
  expect(budget.take('a', room('one', 50_000))).toBe(true)
  vi.advanceTimersByTime(3000)
  expect(budget.take('a', room('two', 1))).toBe(false)
  vi.advanceTimersByTime(2000)
  expect(budget.take('a', room('two', 1))).toBe(true)
})
