import { expect, test } from 'vitest'
import { monthOf } from './month.ts'

test('a month begins and ends in UTC, also at the turn of the year', () => {
  expect(monthOf(Date.parse('2026-11-22T16:00:00Z'))).toEqual({
    label: 'November 2026',
    from: '2026-11-01T00:00:00.000Z',
    ends: Date.parse('2026-12-01T00:00:00Z'),
  })
  expect(monthOf(Date.parse('2026-12-31T23:59:59.500Z'))).toEqual({
    label: 'December 2026',
    from: '2026-12-01T00:00:00.000Z',
    ends: Date.parse('2027-01-01T00:00:00Z'),
  })
})
