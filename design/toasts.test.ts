import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, pauseToasts, renewToast, resumeToasts, toast, toastsSnapshot } from './toasts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const { id } of toastsSnapshot()) dismissToast(id)
  vi.useRealTimers()
})

const messages = () => toastsSnapshot().map((shown) => shown.message)

test('a toast closes by itself after 4000 ms [S9.28] [B9.20]', () => {
  toast('success', 'one')
  vi.advanceTimersByTime(3999)
  expect(messages()).toEqual(['one'])
  vi.advanceTimersByTime(1)
  expect(messages()).toEqual([])
})

test('nothing closes under the pointer, and all of it after', () => {
  toast('info', 'one')
  pauseToasts()
  toast('info', 'two')
  vi.advanceTimersByTime(60_000)
  expect(messages()).toEqual(['one', 'two'])
  resumeToasts()
  vi.advanceTimersByTime(4000)
  expect(messages()).toEqual([])
})

test('a closed toast is gone, and the next one closes by itself again', () => {
  toast('error', 'one')
  pauseToasts()
  for (const { id } of toastsSnapshot()) dismissToast(id)
  toast('error', 'two')
  vi.advanceTimersByTime(4000)
  expect(messages()).toEqual([])
})

test('what is renewed stands once, for its whole time, as the newest', () => {
  renewToast('error', 'full')
  toast('info', 'other')
  vi.advanceTimersByTime(3000)
  renewToast('error', 'full')
  expect(messages()).toEqual(['other', 'full'])
  vi.advanceTimersByTime(3000)
  expect(messages()).toEqual(['full'])
  vi.advanceTimersByTime(1000)
  expect(messages()).toEqual([])
})
