import { describe, expect, test } from 'vitest'
import { parseFilter, parseLogicParameter } from './filter.ts'
import { parseOrder } from './order.ts'
import { parseQuery } from './query.ts'
import { parseSelect } from './select.ts'

const field = (name: string, rest: object = {}) => ({
  kind: 'field',
  field: { name, path: [] },
  alias: null,
  cast: null,
  aggregate: null,
  aggregateCast: null,
  ...rest,
})
const relation = (name: string, rest: object = {}) => ({
  kind: 'relation',
  name,
  alias: null,
  hint: null,
  join: null,
  spread: false,
  items: [],
  ...rest,
})

describe('select', () => {
  test.each([
    ['id, name', [field('id'), field('name')]],
    ['*', [field('*')]],
    ['', []],
    ['a:id', [field('id', { alias: 'a' })]],
    ['id::text', [field('id', { cast: 'text' })]],
    ['a:id::double precision', [field('id', { alias: 'a', cast: 'double precision' })]],
    ['"a:b,c"', [field('a:b,c')]],
    ['"a\\"b"', [field('a"b')]],
    ['with-dash', [field('with-dash')]],
    ['two words', [field('two words')]],
    ['count()', [field('*', { aggregate: 'count' })]],
    ['n:count()::text', [field('*', { alias: 'n', aggregate: 'count', aggregateCast: 'text' })]],
    ['price::int.sum()::text', [field('price', { cast: 'int', aggregate: 'sum', aggregateCast: 'text' })]],
    ['count', [field('count')]],
    ['rel(id)', [relation('rel', { items: [field('id')] })]],
    ['a:rel!hint!inner(*)', [relation('rel', { alias: 'a', hint: 'hint', join: 'inner', items: [field('*')] })]],
    ['rel!left!hint()', [relation('rel', { hint: 'hint', join: 'left' })]],
    ['...rel(a:b)', [relation('rel', { spread: true, items: [field('b', { alias: 'a' })] })]],
    ['a(b(c))', [relation('a', { items: [relation('b', { items: [field('c')] })] })]],
  ])('%s', (text, expected) => {
    expect(parseSelect(text)).toEqual(expected)
  })

  test('json paths: keys, indexes, quoted keys, and a negative index', () => {
    const [item] = parseSelect(`data->a->"b.c"->-1->>12x`)
    expect(item).toMatchObject({
      field: {
        name: 'data',
        path: [
          { arrow: '->', operand: { key: 'a' } },
          { arrow: '->', operand: { key: 'b.c' } },
          { arrow: '->', operand: { index: -1 } },
          { arrow: '->>', operand: { key: '12x' } },
        ],
      },
    })
  })

  test.each([
    ['id,', 'line 1, column 4'],
    ['rel(id', 'line 1, column 7'],
    ['id::', 'line 1, column 5'],
    ['a b!c', 'line 1, column 4'],
    ['id->', 'line 1, column 5'],
    ['id.median()', 'line 1, column 3'],
  ])('%j is refused where it goes wrong', (text, place) => {
    expect(() => parseSelect(text)).toThrow(`"failed to parse select parameter (${text})" (${place})`)
  })
})

describe('filters', () => {
  test.each([
    ['id', 'eq.1', { kind: 'quantifiable', operator: 'eq', quantifier: null, value: '1' }],
    ['id', 'eq.', { kind: 'quantifiable', operator: 'eq', quantifier: null, value: '' }],
    ['id', 'eq.a.b,c)', { kind: 'quantifiable', operator: 'eq', quantifier: null, value: 'a.b,c)' }],
    ['id', 'like(any).{a*,b*}', { kind: 'quantifiable', operator: 'like', quantifier: 'any', value: '{a*,b*}' }],
    ['id', 'cs.{1}', { kind: 'simple', operator: 'cs', value: '{1}' }],
    ['id', 'in.(1,"a,b","c\\"d")', { kind: 'in', values: ['1', 'a,b', 'c"d'] }],
    ['id', 'in.()', { kind: 'in', values: [''] }],
    ['id', 'in.(  )', { kind: 'in', values: [''] }],
    ['id', 'in.( 1, 2)', { kind: 'in', values: ['1', ' 2'] }],
    ['id', 'is.NULL', { kind: 'is', value: 'null' }],
    ['id', 'is.not_null', { kind: 'is', value: 'not_null' }],
    ['id', 'isdistinct.1', { kind: 'isDistinct', value: '1' }],
    ['id', 'wfts(english).fat cat', { kind: 'textSearch', operator: 'wfts', language: 'english', value: 'fat cat' }],
  ])('%s=%s', (key, value, operation) => {
    expect(parseFilter(key, value).filter.operation).toEqual(operation)
    expect(parseFilter(key, `not.${value}`).filter).toMatchObject({ negated: true, operation })
  })

  test('what stands behind a logic tree or a selection is not looked at', () => {
    expect(parseLogicParameter('or', '(a.eq.1))').logic.members).toHaveLength(1)
    expect(parseSelect("id,rel(x)'")).toHaveLength(2)
    expect(parseSelect('id)')).toHaveLength(1)
  })

  test.each([
    [
      'or',
      '()',
      'column 4',
      'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    ],
    ['and', '(a.noop.1)', 'column 7', 'unexpected "n" expecting "not" or operator (eq, gt, ...)'],
  ])('columns of a logic tree count from its operator: %s=%s', (key, value, place, details) => {
    const refusal = { message: expect.stringContaining(place), details }
    expect(() => parseLogicParameter(key, value)).toThrow(
      expect.objectContaining({ fields: expect.objectContaining(refusal) }),
    )
  })

  test('the key says where the filter belongs', () => {
    expect(parseFilter('a."b.c".data->>x', 'eq.1')).toMatchObject({
      path: ['a', 'b.c'],
      filter: { field: { name: 'data', path: [{ arrow: '->>', operand: { key: 'x' } }] } },
    })
  })

  test('logic nests, negates and quotes', () => {
    expect(parseLogicParameter('rel.not.or', '(a.eq."x,y",not.and(b.in.(1,2),c.not.is.null),d.cs.{1,2})')).toEqual({
      path: ['rel'],
      logic: {
        kind: 'group',
        operator: 'or',
        negated: true,
        members: [
          expect.objectContaining({ operation: expect.objectContaining({ value: 'x,y' }) }),
          expect.objectContaining({ kind: 'group', operator: 'and', negated: true }),
          expect.objectContaining({ operation: { kind: 'simple', operator: 'cs', value: '{1,2}' } }),
        ],
      },
    })
  })

  test.each([
    String.raw`imatch.(.*)\1`,
    String.raw`not.match(any).{"(a)\2"}`,
  ])('%s is refused: it can take time without bound', (value) => {
    expect(() => parseFilter('name', value)).toThrow('A regular expression with back references is not taken')
  })

  test.each([
    ['noop.1', 'unexpected "n" expecting "not" or operator (eq, gt, ...)'],
    ['not.noop.1', 'unexpected "n" expecting operator (eq, gt, ...)'],
    ['is.maybe', 'isVal: (null, not_null, true, false, unknown)'],
    ['in.1', 'expecting "("'],
    ['eq(some).1', 'or operator (eq, gt, ...)'],
  ])('%s is refused with what would have fit', (value, details) => {
    expect(() => parseFilter('id', value)).toThrow(
      expect.objectContaining({ fields: expect.objectContaining({ details: expect.stringContaining(details) }) }),
    )
  })
})

test('order takes direction, nulls and related columns', () => {
  expect(parseOrder('a.desc.nullslast, rel(b->c).asc,d.nullsfirst')).toEqual([
    { relation: null, field: { name: 'a', path: [] }, direction: 'desc', nulls: 'last' },
    {
      relation: 'rel',
      field: { name: 'b', path: [{ arrow: '->', operand: { key: 'c' } }] },
      direction: 'asc',
      nulls: null,
    },
    { relation: null, field: { name: 'd', path: [] }, direction: null, nulls: 'first' },
  ])
  expect(() => parseOrder('a.asc.nullslasttt')).toThrow(
    expect.objectContaining({
      fields: expect.objectContaining({ details: `unexpected 't' expecting "," or end of input` }),
    }),
  )
  expect(() => parseOrder('a.up')).toThrow('"failed to parse order (a.up)" (line 1, column 3)')
})

test('a call keeps what is no filter as arguments', () => {
  const query = parseQuery(
    [
      ['a', '1'],
      ['b', 'eq.2'],
      ['limit', '3'],
      ['rel.offset', '4'],
    ],
    true,
  )
  expect(query.arguments).toEqual([['a', '1']])
  expect(query.filters).toHaveLength(1)
  expect(query.limits).toEqual([
    { path: [], value: { limit: 3, offset: null } },
    { path: ['rel'], value: { limit: null, offset: 4 } },
  ])
  expect(query.canonical).toBe('a=1&b=eq.2&limit=3&rel.offset=4')
})

test('a relation with a row of hints is refused at once, not after trying every way to part them', () => {
  expect(() => parseSelect(`a${'!a'.repeat(200)})`)).toThrow('failed to parse select parameter')
})
