import { describe, expect, test } from 'vitest'
import { judgeConditions, readRange } from './conditions.ts'

const validators = { etag: '"abc"', lastModified: new Date('2026-01-02T03:04:05Z') }
const same = 'Fri, 02 Jan 2026 03:04:05 GMT'
const before = 'Fri, 02 Jan 2026 03:04:04 GMT'

describe('conditional requests', () => {
  test.each([
    [{}, 'send'],
    [{ 'if-none-match': '"abc"' }, 'not-modified'],
    [{ 'if-none-match': 'W/"abc", "x"' }, 'not-modified'],
    [{ 'if-none-match': '*' }, 'not-modified'],
    [{ 'if-none-match': '"other"' }, 'send'],
    [{ 'if-none-match': '"other"', 'if-modified-since': same }, 'send'],
    [{ 'if-modified-since': same }, 'not-modified'],
    [{ 'if-modified-since': before }, 'send'],
    [{ 'if-modified-since': 'yesterday' }, 'send'],
    [{ 'if-match': '"abc"' }, 'send'],
    [{ 'if-match': '"other"' }, 'failed'],
    [{ 'if-unmodified-since': before }, 'failed'],
    [{ 'if-unmodified-since': same }, 'send'],
  ])('%j → %s', (headers, verdict) => {
    expect(judgeConditions(new Headers(headers), validators)).toBe(verdict)
  })
})

describe('ranges of ten bytes', () => {
  test.each([
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=4-', { start: 4, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=8-100', { start: 8, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', null],
    ['bytes=0-1,3-4', null],
    ['lines=0-1', null],
    ['bytes=-', null],
  ])('%s → %j', (range, expected) => {
    expect(readRange(new Headers({ range }), 10, validators)).toEqual(expected)
  })
  test('count only for the version that If-Range names', () => {
    const range = 'bytes=0-3'
    expect(readRange(new Headers({ range, 'if-range': '"abc"' }), 10, validators)).toEqual({ start: 0, end: 3 })
    expect(readRange(new Headers({ range, 'if-range': same }), 10, validators)).toEqual({ start: 0, end: 3 })
    expect(readRange(new Headers({ range, 'if-range': '"old"' }), 10, validators)).toBeNull()
  })
})
