import { expect, test } from 'vitest'
import { ageInWords } from './age-in-words.ts'

test.each([
  ['24:00:00', '24 hours'],
  ['01:00:00', '1 hour'],
  ['1 day 02:00:00', '1 day 02:00:00'],
  ['00:30:00', '00:30:00'],
])('an age of %s is said as %s', (interval, words) => {
  expect(ageInWords(interval)).toBe(words)
})
