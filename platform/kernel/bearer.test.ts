import { expect, test } from 'vitest'
import { bearerToken } from './bearer.ts'

test.each([
  ['Bearer abc.def.ghi', 'abc.def.ghi'],
  ['bearer abc', 'abc'],
  ['BEARER \t abc  ', 'abc'],
  // Malformed, but given: it must not be taken for an anonymous request.
  ['Bearer two words', 'two words'],
])('reads the token of %j', (header, token) => {
  expect(bearerToken(header)).toBe(token)
})

test.each([
  null,
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Bearerabc',
  'Basic abc',
  'abc',
])('finds no token in %j', (header) => {
  expect(bearerToken(header)).toBeNull()
})

test('reads a long header of spaces in linear time', () => {
  expect(bearerToken(`Bearer ${' '.repeat(60_000)}x`)).toBe('x')
})
