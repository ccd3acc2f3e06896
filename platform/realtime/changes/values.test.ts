import { expect, test } from 'vitest'
import { arrayText, parseArrayText } from './array-text.ts'
import { toJson } from './values.ts'

const type = (name: string, element?: string) => ({
  ...{ oid: 0, name },
  element: element ? { oid: 0, name: element, element: null } : null,
})

test.each([
  ['9007199254740993', type('int8'), '9007199254740993'],
  ['1.50', type('numeric'), '1.50'],
  ['NaN', type('float8'), '"NaN"'],
  ['1e+20', type('float8'), '1e+20'],
  ['t', type('bool'), 'true'],
  ['{"a": 1}', type('jsonb'), '{"a": 1}'],
  ['2026-11-20 23:15:10.5', type('timestamp'), '"2026-11-20T23:15:10.5"'],
  ['2026-11-20 23:15:10.5+00', type('timestamptz'), '"2026-11-20T23:15:10.5+00:00"'],
  ['\\x0102', type('bytea'), '"0102"'],
  ['a"b', type('text'), '"a\\"b"'],
  ['{1,2,NULL}', type('_int4', 'int4'), '[1,2,null]'],
  ['{{t,f},{f,t}}', type('_bool', 'bool'), '[[true,false],[false,true]]'],
  ['[0:1]={"a,b","c\\"d"}', type('_text', 'text'), '["a,b","c\\"d"]'],
  [null, type('text'), 'null'],
])('%j as %o is %s', (text, of, json) => {
  expect(toJson(text, of)).toBe(json)
})

test('array literals are written so that they are read as they were', () => {
  const items = ['a', '', 'NULL', 'x"y\\z', '{},', null]
  expect(parseArrayText(arrayText(items))).toEqual(items)
  expect(() => parseArrayText('{"a')).toThrow(SyntaxError)
  expect(() => parseArrayText('a')).toThrow(SyntaxError)
})
