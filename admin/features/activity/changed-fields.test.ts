import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

test('each changed field is told with both values, a personal one without', () => {
  const change = {
    columns: ['hero_title', 'is_active', 'email', 'tags'],
    before: { hero_title: null, is_active: false, tags: ['a'] },
    after: { hero_title: 'Spring', is_active: true, tags: ['a', 'b'] },
  }
  expect(changedFields(change)).toEqual([
    { column: 'hero_title', before: '–', after: 'Spring' },
    { column: 'is_active', before: 'false', after: 'true' },
    { column: 'email', before: 'not kept', after: 'not kept' },
    { column: 'tags', before: '["a"]', after: '["a","b"]' },
  ])
})

test('what was added has nothing before', () => {
  expect(changedFields({ columns: ['name'], before: null, after: { name: 'Calla' } })).toEqual([
    { column: 'name', before: '–', after: 'Calla' },
  ])
})
