import { expect, test } from 'vitest'
import { slugOf } from './slug-of.ts'

test.each([
  ['Pink Phone Wallpapers', 'pink-phone-wallpapers'],
  ['  Rosé & Gold!  ', 'ros-gold'],
  ['--A--B--', 'a-b'],
  ['2026', '2026'],
  ['花', ''],
])('the slug of %j is %j [B5.10]', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
