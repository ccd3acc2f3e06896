import { expect, test } from 'vitest'
import { afterCursor, containing } from './keyset.ts'

test.each([
  ['id', true, { value: null, id: '7' }, 'id.gt."7"'],
  ['id', false, { value: null, id: '7' }, 'id.lt."7"'],
  ['name', true, { value: 'A, (B)', id: '7' }, 'name.gt."A, (B)",and(name.eq."A, (B)",id.gt."7"),name.is.null'],
  [
    'name',
    false,
    { value: 'say "hi"\\', id: 'x' },
    'name.lt."say \\"hi\\"\\\\",and(name.eq."say \\"hi\\"\\\\",id.lt."x"),name.is.null',
  ],
  ['rating', false, { value: null, id: '7' }, 'and(rating.is.null,id.lt."7")'],
] as const)('what comes after a row in the order of %s (ascending: %s, from %j)', (column, ascending, cursor, filter) => {
  expect(afterCursor(column, ascending, cursor)).toBe(filter)
})

test('a search holds no wildcard and ends no filter', () => {
  expect(containing('email', '50%_,"x"')).toBe('email.ilike."%50\\\\%\\\\_,\\"x\\"%"')
})
