import { expect, test } from 'vitest'
import { isEmail } from './email.ts'

test.each(['a@b.c', ' ada@example.com ', 'a+b@sub.example.co.uk', 'ünï@exämple.de'])('accepts %s [S5.5]', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  '',
  ' ',
  'ada',
  'ada@',
  '@b.c',
  'ada@b',
  'a da@b.c',
  'a@b c.d',
  'a@@b.c',
  'a@b.',
  `${'a'.repeat(250)}@b.co`,
])('refuses %j', (text) => {
  expect(isEmail(text)).toBe(false)
})

test('looks at a hostile input once', () => {
  const began = performance.now()
  isEmail(`${'a@a.'.repeat(250_000)}`)
  isEmail(' '.repeat(1_000_000))
  expect(performance.now() - began).toBeLessThan(500)
})
