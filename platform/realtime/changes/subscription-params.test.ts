import { postgresChangesFilter } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { readFilter, readSubscription } from './subscription-params.ts'

const condition = (column: string, operator: string, value: string, negate = false) => ({
  ...{ column, operator, value, negate },
})

test.each([
  ['', []],
  ['   ', []],
  ['subject=eq.hey', [condition('subject', 'eq', 'hey')]],
  ['subject=not.like.hey%', [condition('subject', 'like', 'hey%', true)]],
  ['id=gt.0,id=lt.100', [condition('id', 'gt', '0'), condition('id', 'lt', '100')]],
  ['subject=in.(hidee,ho),id=eq.1', [condition('subject', 'in', '{hidee,ho}'), condition('id', 'eq', '1')]],
  ['name=eq."a,b(c)"', [condition('name', 'eq', 'a,b(c)')]],
  ['name=eq.a.b=c', [condition('name', 'eq', 'a.b=c')]],
  ['name=eq.it"s,id=eq.1', [condition('name', 'eq', 'it"s'), condition('id', 'eq', '1')]],
  ['a=in.("x,y",z)', [condition('a', 'in', '{"x,y",z}')]],
  [
    postgresChangesFilter().eq('a', 'b"\\,').is('c', null).build(),
    [condition('a', 'eq', 'b"\\,'), condition('c', 'is', 'null')],
  ],
])('reads %j', (filter, conditions) => {
  expect(readFilter(filter)).toEqual(conditions)
})

test.each([
  ['subject=foo.hey', 'Error parsing `filter` params: ["foo","hey"]'],
  ['undefined', 'Error parsing `filter` params: ["undefined"]'],
  ['id=in.1,2', 'Error parsing `filter` params: `in` filter value must be wrapped by parentheses'],
  [
    'id=eq.1,,id=eq.2',
    'Error parsing `filter` params: filter must not contain empty segments (check for extra commas)',
  ],
  ['x'.repeat(10_001), 'Error parsing `filter` params: the filter is longer than 10000 characters'],
])('refuses %.20j and says why', (filter, message) => {
  expect(() => readFilter(filter)).toThrow(message)
})

test('schema or table is needed, the other has a default', () => {
  expect(readSubscription({ schema: 's', event: 'insert' })).toMatchObject({ event: 'INSERT', schema: 's', table: '*' })
  expect(readSubscription({ table: 't', event: 'x' })).toMatchObject({ event: '*', schema: 'public', table: 't' })
  expect(() => readSubscription({ event: '*' })).toThrow(/^No subscription params provided\. Please provide at least/)
  expect(() => readSubscription({ schema: 's', filter: 'a=eq.1' })).toThrow(/^No subscription params provided/)
  expect(() => readSubscription({ schema: 's', table: '*', select: ['a'] })).toThrow(
    /^Column selection is not supported/,
  )
  expect(() => readSubscription({ schema: 's', table: 't', select: 'a' })).toThrow(/^Error parsing `select` params/)
})
