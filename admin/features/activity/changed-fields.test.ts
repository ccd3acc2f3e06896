import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

const nameOf = (id: string | null) => `${id}@staff.example`

test('each changed field is told with both values, a personal one without', () => {
  const change = {
    columns: ['hero_title', 'is_active', 'email', 'tags'],
    before: { hero_title: null, is_active: false, tags: ['a'] },
    after: { hero_title: 'Spring', is_active: true, tags: ['a', 'b'] },
  }
  expect(changedFields(change, nameOf)).toEqual([
    { column: 'hero_title', before: '–', after: 'Spring' },
    { column: 'is_active', before: 'false', after: 'true' },
    { column: 'email', before: 'not kept', after: 'not kept' },
    { column: 'tags', before: '["a"]', after: '["a","b"]' },
  ])
})

test('what was added has nothing before', () => {
  expect(changedFields({ columns: ['name'], before: null, after: { name: 'Calla' } }, nameOf)).toEqual([
    { column: 'name', before: '–', after: 'Calla' },
  ])
})

test('an account is told by its name', () => {
  expect(changedFields({ columns: ['user_id'], before: null, after: { user_id: 'ada' } }, nameOf)).toEqual([
    { column: 'user_id', before: '–', after: 'ada@staff.example' },
  ])
})

test('a moment is told without its fractions', () => {
  const after = { created_at: '2026-11-02T21:03:21.640081+00:00', title: 'At 2026-11-02T21:03:21Z' }
  expect(
    changedFields({ columns: ['created_at', 'title'], before: null, after }, nameOf).map((field) => field.after),
  ).toEqual(['2026-11-02 21:03:21 UTC', 'At 2026-11-02T21:03:21Z'])
})
