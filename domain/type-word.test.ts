import { expect, test } from 'vitest'
import { typeWord } from './type-word.ts'

test.each([
  ['text', ''],
  ['numeric(12,2)', 'a number'],
  ['bigint', 'a whole number'],
  ['timestamp with time zone', 'a date and time'],
  ['boolean', 'true or false'],
  ['text[]', 'a list in braces'],
  ['availability', 'availability'],
])('a cell of %s holds %j', (type, word) => {
  expect(typeWord(type)).toBe(word)
})
