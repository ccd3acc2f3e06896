import { describe, expect, test } from 'vitest'
import { isValidKey, mustBeValidBucket, mustBeValidKey } from './names.ts'

describe('object names', () => {
  test.each([
    'a',
    'a/b.png',
    "it's (1) & $2 @x=y;z:+,?!*.txt",
    '...',
    'a/..b',
    '.env',
    'ends/with/',
  ])('accepts %s', (key) => {
    expect(mustBeValidKey(key)).toBe(key)
  })
  test.each([
    '',
    'a\\b',
    'naïve.png',
    'a\0b',
    'a%2Fb',
    '../x',
    'a/../b',
    './a',
    'a/.',
    'x'.repeat(1025),
    'a\nb',
  ])('refuses %j', (key) => {
    expect(isValidKey(key)).toBe(false)
    expect(() => mustBeValidKey(key)).toThrow('Invalid key')
  })
})

describe('bucket ids', () => {
  test.each(['avatars', 'my bucket', 'a'.repeat(100), 'x.y_z-1'])('accepts %s', (id) => {
    expect(mustBeValidBucket(id)).toBe(id)
  })
  test.each(['', ' a', 'a ', 'a/b', 'a'.repeat(101), '..', 'ü'])('refuses %j', (id) => {
    expect(() => mustBeValidBucket(id)).toThrow('Bucket name invalid')
  })
})
