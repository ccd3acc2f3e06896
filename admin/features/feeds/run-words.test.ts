import { expect, test } from 'vitest'
import { secondsLeft, timeLeftInWords } from './run-words.ts'

test('the time left follows from the last run’s rows and the rate', () => {
  expect(secondsLeft({ rows_read: 200, expected_rows: 1000, rows_per_second: 100 })).toBe(8)
  expect(secondsLeft({ rows_read: 1200, expected_rows: 1000, rows_per_second: 100 })).toBeNull()
  expect(secondsLeft({ rows_read: 0, expected_rows: null, rows_per_second: 100 })).toBeNull()
  expect(secondsLeft({ rows_read: 0, expected_rows: 1000, rows_per_second: 0 })).toBeNull()
  expect([8, 61, 5400].map(timeLeftInWords)).toEqual(['8 s left', '2 min left', '1.5 h left'])
})
