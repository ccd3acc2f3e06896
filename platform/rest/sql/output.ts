import type { Representation } from '../response/representation.ts'
import type { MediaHandler } from '../schema-cache/types.ts'
import { quoteTable } from './expressions.ts'
import type { Statement } from './parameters.ts'
import { SOURCE } from './read.ts'

export type ResultShape = 'rows' | 'scalar' | 'scalars' | 'composite'

/** Position of each value in the one row that every request's statement returns. */
export const OUTPUT = { total: 0, page: 1, body: 2, headers: 3, status: 4, inserted: 5, location: 6 } as const

export interface OutputOptions {
  /** The CTE's own query: a read, a mutation or a call. */
  source: string
  /** What is shown of it; null shows the source as it is. */
  selection: string | null
  /** Counts all rows that the request would reach. */
  count: string | null
  /** null: no body wanted (HEAD, return=minimal). */
  representation: Representation | null
  shape: ResultShape
  isMutation: boolean
  /** Primary key columns for a Location header; empty for none. */
  locationKeys: readonly string[]
}

const ALIAS = '_postgrest_t'

/** The one statement of a request: body, counts, and what functions set for the response, in a single row. */
export function renderOutput(options: OutputOptions): string {
  const { source, selection, count, isMutation } = options
  const counted = count === null ? '' : `, pgrst_source_count AS (${count})`
  const columns = [
    count === null ? 'null' : '(SELECT pg_catalog.count(*) FROM pgrst_source_count)',
    `pg_catalog.count(${ALIAS})`,
    options.representation ? bodyExpression(options.representation, options.shape) : `''`,
    replySetting('response.headers'),
    replySetting('response.status'),
  ]
  if (isMutation) {
    columns.push(replySetting('pgrst.inserted'), locationExpression(options.locationKeys))
  }
  const from = selection === null ? `${SOURCE} AS ${ALIAS}` : `(${selection}) AS ${ALIAS}`
  return `WITH ${SOURCE} AS (${source})${counted} SELECT ${columns.join(', ')} FROM ${from}`
}

/** What a function set by that name, null for nothing. */
export function replySetting(name: string): string {
  return `nullif(current_setting('${name}', true), '')`
}

function bodyExpression({ kind, stripNulls, handler }: Representation, shape: ResultShape): string {
  const value = shape === 'scalar' || shape === 'scalars' ? `${ALIAS}.pgrst_scalar` : ALIAS
  const strip = (sql: string) => (stripNulls ? `json_strip_nulls(${sql})` : sql)
  switch (kind) {
    case 'json':
      return shape === 'scalar' || shape === 'composite'
        ? `coalesce(${strip(`json_agg(${value})->0`)}, 'null')::text`
        : `coalesce(${strip(`json_agg(${value})`)}, '[]')::text`
    case 'object':
      return `coalesce(${strip(`json_agg(${value})->0`)}, 'null')::text`
    case 'csv':
      return csvExpression()
    case 'geojson':
      return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(ST_AsGeoJSON(${ALIAS})::json), '[]'))::text`
    case 'handler':
      return handler?.isBytes ? `encode(${handled(handler, value)}, 'hex')` : handled(handler, value)
  }
}

function handled(handler: MediaHandler | null, value: string): string {
  if (!handler || handler.kind === 'function') return `(array_agg(${value}))[1]`
  return `${quoteTable(handler.handler)}(${handler.target ? `${value}::${quoteTable(handler.target)}` : value})`
}

/** Column names of the first row, then each row's text form without its brackets. */
function csvExpression(): string {
  const names = `(SELECT coalesce(string_agg(name, ','), '') FROM (SELECT json_object_keys(row_to_json(first)) AS name FROM (SELECT * FROM ${SOURCE} LIMIT 1) AS first) AS names)`
  const rows = `coalesce(string_agg(substring(${ALIAS}::text, 2, length(${ALIAS}::text) - 2), E'\\n'), '')`
  return `${names} || E'\\n' || ${rows}`
}

function locationExpression(keys: readonly string[]): string {
  if (keys.length === 0) return 'null'
  const names = keys.map((name) => `'${name.replaceAll("'", "''")}'`).join(', ')
  return `(SELECT json_object_agg(key, value) FROM (SELECT row_to_json(first) AS row FROM ${SOURCE} AS first LIMIT 1) AS one CROSS JOIN LATERAL json_each_text(one.row) WHERE key IN (${names}))::text`
}

export function explain(statement: Statement, options: readonly string[]): Statement {
  return { text: `EXPLAIN (${options.join(', ')}) ${statement.text}`, values: statement.values }
}
