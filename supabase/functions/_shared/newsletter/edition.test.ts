import { expect, test } from 'vitest'
import { dueEdition } from './edition.ts'

const SCHEDULE = 'thursday 15:00'

test.each([
  ['at its very minute', '2026-11-19T15:00:00Z', '2026-11-19T15:00:00.000Z'],
  ['the day after, when nothing ran at its hour', '2026-11-20T09:00:00Z', '2026-11-19T15:00:00.000Z'],
  ['until three days are over', '2026-11-22T14:59:59Z', '2026-11-19T15:00:00.000Z'],
  ['and then no more', '2026-11-22T15:00:00Z', undefined],
  ['nor before its hour, for last week is over', '2026-11-19T14:59:59Z', undefined],
  ['across the end of a year', '2027-01-01T01:00:00Z', '2026-12-31T15:00:00.000Z'],
])('an edition is due %s', (_, now, edition) => {
  expect(dueEdition(SCHEDULE, new Date(now))?.toISOString()).toBe(edition)
})

test('none is due where the newsletter is off, or nobody said when', () => {
  const now = new Date('2026-11-19T15:00:00Z')
  for (const schedule of ['off', '', undefined, 'someday 15:00']) expect(dueEdition(schedule, now)).toBeNull()
})
