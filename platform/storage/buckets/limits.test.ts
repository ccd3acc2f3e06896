import { describe, expect, test } from 'vitest'
import { allowsType, parseMimeTypes, parseSizeLimit } from './limits.ts'

describe('size limits', () => {
  test.each([
    [null, null],
    [undefined, null],
    [12, 12],
    ['20mb', 20_000_000],
    ['1kb', 1000],
    ['3GB', 3_000_000_000],
    ['17', 17],
  ])('reads %j as %j bytes', (written, bytes) => {
    expect(parseSizeLimit(written, 5_000_000_000)).toBe(bytes)
  })
  test('refuses nonsense and more than the service allows', () => {
    expect(() => parseSizeLimit('lots', 100)).toThrow('Invalid file size format')
    expect(() => parseSizeLimit('1kb', 999)).toThrow('exceeded the maximum allowed size')
  })
})

describe('content types', () => {
  test.each([
    [null, 'text/plain', true],
    [[], 'text/plain', true],
    [['image/png'], 'image/png', true],
    [['image/png'], 'IMAGE/PNG; x=y', true],
    [['image/*'], 'image/avif', true],
    [['image/*'], 'imagex/avif', false],
    [['image/png'], 'image/jpeg', false],
    [['*/*'], 'a/b', true],
  ])('%j takes %s: %s', (allowed, type, taken) => {
    expect(allowsType(allowed, type)).toBe(taken)
  })
  test('refuses a list with something that is no type', () => {
    expect(() => parseMimeTypes(['image/png', 'png'])).toThrow('mime type png is not supported')
    expect(parseMimeTypes(['image/*'])).toEqual(['image/*'])
  })
})
