import { describe, expect, test } from 'vitest'
import { describeTransform, MAX_SIDE, readTransform, transformSchema, writeTransform } from './transform.ts'

describe('the transform header', () => {
  test.each([
    [{ width: 200, height: 200, quality: 60 }, 'height:200,width:200,resizing_type:fill,quality:60'],
    [{ width: 100, resize: 'contain' }, 'width:100,resizing_type:fit'],
    [{ height: 9, resize: 'fill', format: 'webp' }, 'height:9,resizing_type:force,format:webp'],
    [{ format: 'origin' }, ''],
    [{ width: 5, gravity: 'noea', x_offset: 3 }, 'width:5,resizing_type:fill,gravity:noea:3:0'],
    [{ width: 1, gravity: 'fp', x_offset: 0, y_offset: 1 }, 'width:1,resizing_type:fill,gravity:fp:0:1'],
    [{}, ''],
  ])('%j is %s', (wish, text) => {
    expect(describeTransform(transformSchema.parse(wish))).toBe(text)
  })
})

test('a signed transform reads back as it was written', () => {
  for (const wish of [
    { width: 10, height: 20, resize: 'contain', quality: 50, format: 'avif' },
    { width: 10, resize: 'cover', format: 'origin' },
    { height: 7, resize: 'fill', gravity: 'so', x_offset: -2, y_offset: 4 },
  ]) {
    const transform = transformSchema.parse(wish)
    expect(readTransform(writeTransform(transform))).toEqual(transform)
  }
})

test('too large a side is brought down, other nonsense is refused by name', () => {
  expect(transformSchema.parse({ width: '99999' })).toEqual({ width: MAX_SIDE })
  for (const wish of [
    { width: -1 },
    { width: 'x' },
    { quality: 19 },
    { quality: 101 },
    { resize: 'x' },
    { format: 'svg' },
  ]) {
    const issue = transformSchema.safeParse(wish).error?.issues[0]
    expect(issue?.path).toEqual(Object.keys(wish))
  }
})
