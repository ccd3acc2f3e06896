import { expect, test } from 'vitest'
import { closest, columnHint, editDistance } from './fuzzy.ts'

test('the nearest related name is suggested', () => {
  expect(closest('testt', ['test', 'another'], 0.75)).toBe('test')
  expect(closest('other', ['test', 'another'], 0.75)).toBeNull()
  expect(closest('role', ['directors', 'roles', 'actors'])).toBe('roles')
  expect(closest('noclosealternative', ['roles'])).toBeNull()
})

test('distance counts single edits', () => {
  expect(editDistance('kitten', 'sitting')).toBe(3)
  expect(editDistance('', 'abc')).toBe(3)
})

test('a column is suggested within three edits and half of the word', () => {
  expect(columnHint('users', 'usernam', ['username', 'status'])).toContain('"users.username"')
  expect(columnHint('users', 'sum', ['id', 'data'])).toBeNull()
  expect(columnHint('t', 'cola', ['colb', 'colc'])).toBe(
    'Perhaps you meant to reference the column "t.colb" or the column "t.colc".',
  )
  expect(columnHint('t', 'cola', ['colb', 'colc', 'cold'])).toBeNull()
})
