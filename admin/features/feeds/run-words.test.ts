import { expect, test } from 'vitest'
import { decisions, runIdOf, secondsLeft, timeLeftInWords } from './run-words.ts'

test('the time left follows from the last run’s rows and the rate', () => {
  expect(secondsLeft({ rows_read: 200, expected_rows: 1000, rows_per_second: 100 })).toBe(8)
  expect(secondsLeft({ rows_read: 1200, expected_rows: 1000, rows_per_second: 100 })).toBeNull()
  expect(secondsLeft({ rows_read: 0, expected_rows: null, rows_per_second: 100 })).toBeNull()
  expect(secondsLeft({ rows_read: 0, expected_rows: 1000, rows_per_second: 0 })).toBeNull()
  expect([8, 61, 5400].map(timeLeftInWords)).toEqual(['8 s left', '2 min left', '1.5 h left'])
})

test('who published, cancelled or discarded a run is told', () => {
  const nobody = { cancel_requested_at: null, ended_by: null, published_by: null }
  expect(decisions(nobody)).toEqual([])
  expect(decisions({ ...nobody, published_by: 'a' })).toEqual([['Published by', 'a']])
  expect(decisions({ ...nobody, ended_by: 'b' })).toEqual([['Discarded by', 'b']])
  const cancelled = { cancel_requested_at: '2026-11-01T00:00:00Z', ended_by: 'b', published_by: 'a' }
  expect(decisions(cancelled)).toEqual([
    ['Published by', 'a'],
    ['Cancelled by', 'b'],
  ])
})

test.each(['abc', '', '0', '-1', '1.5', '9999999999999999999999'])('an address with "%s" names no run', (text) => {
  expect(runIdOf(text)).toBeNull()
  expect(runIdOf('999999')).toBe(999999)
})
