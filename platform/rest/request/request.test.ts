import { describe, expect, test } from 'vitest'
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
