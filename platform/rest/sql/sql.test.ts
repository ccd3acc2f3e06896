import { describe, expect, test } from 'vitest'
import { parseQuery } from '../parse/query.ts'
import { planRead } from '../plan/read.ts'
import { tableScope } from '../plan/scope.ts'
import { foreignKeyRelationships, indexRelationships } from '../schema-cache/relationships.ts'
import { type Column, key, type SchemaCache, type Table } from '../schema-cache/types.ts'
import { renderCount } from './count.ts'
import { arrayLiteral, quote } from './expressions.ts'
import { Parameters } from './parameters.ts'
import { renderRead } from './read.ts'

const column = (name: string, type: string): Column => ({
  name,
  description: null,
  nullable: true,
  type,
  baseType: type,
  maxLength: null,
  default: null,
  enumValues: [],
})
const table = (name: string, columns: Record<string, string>): Table => ({
  schema: 'public',
  name,
  description: null,
  isView: false,
  insertable: true,
  updatable: true,
  deletable: true,
  columns: new Map(Object.entries(columns).map(([own, type]) => [own, column(own, type)])),
  primaryKey: ['id'],
  inserters: new Set<string>(),
  updaters: new Set<string>(),
})
const books = table('books', { id: 'integer', title: 'text', author_id: 'integer', details: 'jsonb' })
const authors = table('authors', { id: 'integer', name: 'text' })
const row = (oid: number, { schema, name, columns }: Table) => ({
  oid,
  schema,
  name,
  kind: 'r' as const,
  description: null,
  updatable: 0,
  primary_key: ['id'],
  inserters: [],
  updaters: [],
  columns: [...columns.keys()].map((own, at) => ({
    position: at + 1,
    name: own,
    description: null,
    nullable: true,
    type: 'text',
    base_type: 'text',
    max_length: null,
    default: null,
    enum_values: [],
  })),
})
const cache: SchemaCache = {
  version: 1,
  tables: new Map([books, authors].map((own) => [key(own.schema, own.name), own])),
  relationships: indexRelationships(
    foreignKeyRelationships({
      tables: [row(1, books), row(2, authors)],
      foreignKeys: [{ constraint: 'fk', table: 1, columns: [3], foreign: 2, foreign_columns: [1], one_to_one: false }],
      viewColumns: new Map(),
    }),
  ),
  routines: new Map(),
  computedColumns: new Map(),
  types: { baseTypes: new Map(), representations: new Map() },
  typeNames: new Set(['text']),
  roleSettings: new Map(),
  schemaComments: new Map(),
  mediaHandlers: [],
}

function plan(pairs: [string, string][]) {
  return planRead({
    cache,
    schema: 'public',
    query: parseQuery(pairs, false),
    root: { name: 'books', from: books, relation: books, scope: tableScope(cache, books, 'books') },
    isMutation: false,
    aggregatesEnabled: true,
    maxRows: 100,
    maxDepth: 3,
  })
}
function read(...pairs: [string, string][]) {
  const parameters = new Parameters()
  return { text: renderRead(plan(pairs), parameters), values: parameters.values }
}

describe('a read', () => {
  test('names columns from the cache and passes every value as a parameter', () => {
    expect(read(['select', 'id,t:title'], ['title', `eq.'; drop table books; --`])).toEqual({
      text: 'SELECT "public"."books"."id", "public"."books"."title" AS "t" FROM "public"."books" WHERE "public"."books"."title" = $1 LIMIT 100',
      values: [`'; drop table books; --`],
    })
  })

  test('json keys are parameters too, and json columns are not wrapped', () => {
    const { text, values } = read(['select', `x:details->a->>0`])
    expect(text).toContain('"public"."books"."details"->$1->>$2::int AS "x"')
    expect(values).toEqual(['a', '0'])
    expect(read(['select', 'title->a']).text).toContain('to_jsonb("public"."books"."title")->$1 AS "a"')
  })

  test('embeds by a lateral join under the internal alias', () => {
    expect(read(['select', 'authors(name)']).text).toBe(
      'SELECT row_to_json("books_authors_1".*)::json AS "authors" FROM "public"."books" LEFT JOIN LATERAL ( SELECT "authors_1"."name" FROM "public"."authors" AS "authors_1" WHERE "authors_1"."id" = "public"."books"."author_id" ) AS "books_authors_1" ON TRUE LIMIT 100',
    )
  })

  test('groups by position, objects as jsonb', () => {
    const { text } = read(['select', 'title,count(),authors(name)'])
    expect(text).toContain('(row_to_json("books_authors_1".*)::json)::jsonb AS "authors"')
    expect(text).toContain('GROUP BY 1, 3')
  })

  test.each([
    ['select', 'nothing'],
    ['select', 'authors(nothing)'],
    ['nothing', 'eq.1'],
    ['order', 'nothing'],
    ['or', '(nothing.eq.1)'],
    ['select', 'id::nothing'],
    ['select', 'nothing(id)'],
  ])('%s=%s is refused before any SQL is made', (name, value) => {
    expect(() => read([name, value])).toThrow('nothing')
  })
})

test('a count turns inner joins into EXISTS and drops the limit', () => {
  const parameters = new Parameters()
  const root = plan([
    ['select', 'id,authors!inner(name)'],
    ['authors.name', 'eq.Ada'],
    ['limit', '1'],
  ])
  expect(renderCount(root, null, parameters)).toBe(
    'SELECT 1 FROM "public"."books" WHERE EXISTS (SELECT 1 FROM "public"."authors" AS "authors_1" WHERE "authors_1"."name" = $1 AND "authors_1"."id" = "public"."books"."author_id")',
  )
})

test('identifiers and array literals cannot be left', () => {
  expect(quote('a"b')).toBe('"a""b"')
  expect(quote('a\0b')).toBe('"a"')
  expect(arrayLiteral(['a"b', 'c\\d', 'e,f'])).toBe('{"a\\"b","c\\\\d","e,f"}')
  expect(arrayLiteral([''])).toBe('{}')
})
