import { describe, expect, test } from 'vitest'
import { callPayload, tablePayload } from './body.ts'
import { parseAccept, planFormat } from './media-type.ts'
import { appliedPreferences, parsePreferences } from './preferences.ts'
import { topRange } from './range.ts'

describe('Prefer', () => {
  test('the first of several values counts, and unknown ones are kept for handling=strict', () => {
    const preferences = parsePreferences(
      'count=exact, return=minimal,return=representation, max-affected=5, x=y',
      false,
    )
    expect(preferences).toMatchObject({ count: 'exact', return: 'minimal', maxAffected: 5, invalid: ['x=y'] })
  })

  test('tx counts only where the project allows it', () => {
    expect(parsePreferences('tx=rollback', false).tx).toBeNull()
    expect(parsePreferences('tx=rollback', true).tx).toBe('rollback')
  })

  test('what was applied is named in one order', () => {
    const preferences = parsePreferences('count=exact,handling=strict,max-affected=2,return=minimal', false)
    expect(appliedPreferences(preferences)).toBe('return=minimal, count=exact, handling=strict, max-affected=2')
    expect(appliedPreferences(parsePreferences(null, false))).toBeNull()
  })
})

describe('Accept', () => {
  test('quality orders, quotes protect commas', () => {
    expect(parseAccept('text/csv;q=0.5, application/json').map(({ type }) => type)).toEqual([
      'application/json',
      'text/csv',
    ])
    const [plan] = parseAccept('application/vnd.pgrst.plan+json; for="a/b, c"; options=analyze|buffers|nonsense;')
    expect(plan && planFormat(plan)).toMatchObject({ format: 'json', options: ['analyze', 'buffers'] })
  })
})

describe('ranges', () => {
  const limits = (limit: number | null, offset: number | null) => [{ path: [], value: { limit, offset } }]
  test.each([
    [limits(10, 5), null, { offset: 5, limit: 10 }],
    [[], '0-9', { offset: 0, limit: 10 }],
    [[], 'items=5-', { offset: 5, limit: null }],
    [limits(3, null), '1-9', { offset: 1, limit: 2 }],
    [limits(0, null), null, { offset: 0, limit: 0 }],
    [[], 'nonsense', { offset: 0, limit: null }],
  ])('%j with Range %s', (given, header, expected) => {
    expect(topRange(given, header)).toEqual(expected)
  })
})

describe('bodies', () => {
  test('CSV becomes objects with NULL as null', () => {
    expect(JSON.parse(tablePayload(Buffer.from('a,b\n1,NULL\n"x, y","q""q"'), 'text/csv', null).text)).toEqual([
      { a: '1', b: null },
      { a: 'x, y', b: 'q"q' },
    ])
    expect(() => tablePayload(Buffer.from('a,b\n1'), 'text/csv', null)).toThrow('same number of fields')
  })

  test('rows must agree on their keys unless columns are given', () => {
    const body = Buffer.from('[{"a":1},{"b":1}]')
    expect(() => tablePayload(body, 'application/json', null)).toThrow('All object keys must match')
    expect(tablePayload(body, 'application/json', ['a']).isArray).toBe(true)
  })

  test('an unknown media type is refused by name', () => {
    expect(() => tablePayload(Buffer.from('x'), 'image/png', null)).toThrow('Content-Type not acceptable: image/png')
  })

  test('a call without a body has no arguments', () => {
    expect(callPayload(Buffer.alloc(0), 'application/json')).toMatchObject({ text: '{}', keys: [] })
  })

  test('brackets inside strings are no depth', () => {
    const text = JSON.stringify({ a: `${'['.repeat(600)}"\\` })
    expect(callPayload(Buffer.from(text), 'application/json').keys).toEqual(['a'])
    const deep = `{"a":${'['.repeat(600)}${']'.repeat(600)}}`
    expect(() => callPayload(Buffer.from(deep), 'application/json')).toThrow('nested deeper')
  })
})
