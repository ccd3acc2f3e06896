import { expect, test } from 'vitest'
import { BADGES, freshness, rowState, timesInWords } from './feed-state.ts'

test('a feed’s badge is that of its newest run [B4.17]', () => {
  const badge = (status: string) => BADGES[rowState({ status })][0]
  expect(BADGES[rowState(null)][0]).toBe('Ready')
  expect(['cancelled', 'discarded', 'previewed'].map((status) => badge(status))).toEqual(['Ready', 'Ready', 'Ready'])
  expect(['queued', 'running'].map((status) => badge(status))).toEqual(['Running...', 'Running...'])
  expect(badge('succeeded')).toBe('Success')
  expect(['failed', 'held'].map((status) => badge(status))).toEqual(['Error', 'Error'])
})

test('the light is green for 24 hours, amber until 48, then red', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  const tone = (hours: number) => freshness(new Date(now - hours * 3_600_000).toISOString(), now)[1]
  expect([0, 23.99, 24, 47.99, 48, 900].map(tone)).toEqual(['green', 'green', 'amber', 'amber', 'red', 'red'])
  expect(freshness(null, now)).toEqual(['Never updated', 'red'])
})

test('times are told in words', () => {
  const words = (at_time: string | null, every_minutes: number | null) => timesInWords({ at_time, every_minutes })
  expect(words('07:00:00', null)).toBe('Every day at 07:00 UTC')
  expect([30, 60, 90, 360].map((minutes) => words(null, minutes))).toEqual([
    'Every 30 minutes',
    'Every hour',
    'Every 90 minutes',
    'Every 6 hours',
  ])
})
