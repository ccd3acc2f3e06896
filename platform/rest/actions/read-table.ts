import { notSingular, rangeOutOfBounds, tableNotFound } from '../errors.ts'
import type { Result } from '../execute/batch.ts'
import { parseQuery } from '../parse/query.ts'
import { closest } from '../plan/fuzzy.ts'
import { tableScope } from '../plan/scope.ts'
import type { ReadNode } from '../plan/types.ts'
import { appliedPreferences, requireValid } from '../request/preferences.ts'
import { type TopRange, topRange } from '../request/range.ts'
import { contentRange, rangeStatus } from '../response/content-range.ts'
import type { Representation } from '../response/representation.ts'
import { bodyOf, makeResponse } from '../response/response.ts'
import { key, type SchemaCache, type Table } from '../schema-cache/types.ts'
import { renderCount } from '../sql/count.ts'
import { explain, OUTPUT, renderOutput } from '../sql/output.ts'
import { Parameters, type Statement } from '../sql/parameters.ts'
import { arePlainRows, plainStatements, SETTINGS_OUTPUT } from '../sql/plain-rows.ts'
import { renderRead } from '../sql/read.ts'
import { type Action, planSelection, type RestRequest, representationOf } from './action.ts'

/** GET and HEAD of a table or view. */
export function readTable(request: RestRequest, name: string): Action {
  const { known, preferences, schema } = request
  const table = findTable(known.cache, schema, name)
  const query = parseQuery(request.pairs, false)
  const range = topRange(query.limits, request.method === 'GET' ? request.rangeHeader : null)
  const scope = tableScope(known.cache, table, name)
  const root = planSelection(request, query, { root: { name, from: table, relation: table, scope }, isMutation: false })
  applyRange(root, range, known.settings.maxRows)
  const representation = representationOf(request, table, root)
  requireValid(preferences)
  const applied = appliedPreferences({
    count: preferences.count,
    tx: preferences.tx,
    handling: preferences.handling,
    timezone: preferences.timezone,
  })
  const canonical = query.canonical === '' ? '' : `?${query.canonical}`
  const fixed: [string, string][] = [
    ['Content-Location', asciiOnly(`/${encodeURIComponent(name)}${canonical}`)],
    ...contentTypeHeaders(request, representation),
    ...(applied === null ? [] : [['Preference-Applied', asciiOnly(applied)] satisfies [string, string]]),
  ]
  const parts: ResponseOptions = { request, representation, offset: range.offset, fixed }
  const madeByPostgres = readAction(parts, readStatements(request, root, representation))
  const isPlain = request.method === 'GET' && preferences.count === null && arePlainRows(root, representation)
  return isPlain ? plainAction(parts, root, madeByPostgres) : madeByPostgres
}

interface ResponseOptions {
  request: RestRequest
  representation: Representation
  offset: number
  fixed: [string, string][]
}

/** Postgres makes the body, in one row with the counts. */
function readAction({ request, representation, offset, fixed }: ResponseOptions, statements: Statement[]): Action {
  return {
    statements,
    readOnly: true,
    respond: (results) => {
      if (representation.plan) return planResponse(results, fixed)
      const row = results[0]?.rows[0]
      const page = Number(row?.[OUTPUT.page] ?? 0)
      const { status, headers } = rangeResult(offset, page, totalOf(request, results))
      if (representation.kind === 'object') requireSingle(page)
      const body = request.method === 'HEAD' ? null : bodyOf(row, representation, '')
      return makeResponse({ status, headers: [headers, ...fixed], body }, row)
    },
  }
}

export const NO_ROWS = { count: 0, text: '[]' }

/** The body is made here from rows as they are, where their types allow it. */
function plainAction({ representation, offset, fixed }: ResponseOptions, root: ReadNode, otherwise: Action): Action {
  return {
    statements: plainStatements({ root, source: null, parameters: new Parameters() }),
    readOnly: true,
    respond: ([rows, settings]) => {
      const { count, text } = rows?.json ?? NO_ROWS
      const { status, headers } = rangeResult(offset, count, null)
      if (representation.kind === 'object') requireSingle(count)
      const body = representation.kind === 'object' ? text.slice(1, -1) : text
      return makeResponse({ status, headers: [headers, ...fixed], body }, settings?.rows[0], SETTINGS_OUTPUT)
    },
    otherwise: { isNeeded: ([rows]) => rows?.json?.readable === false, action: otherwise },
  }
}

export function findTable(cache: SchemaCache, schema: string, name: string): Table {
  const table = cache.tables.get(key(schema, name))
  if (table) return table
  const names = [...cache.tables.values()].filter((one) => one.schema === schema).map((one) => one.name)
  throw tableNotFound(schema, name, closest(name, names, 0.75))
}

export function applyRange(root: ReadNode, range: TopRange, maxRows: number | null): void {
  root.offset = range.offset
  root.limit = maxRows === null ? range.limit : Math.min(range.limit ?? maxRows, maxRows)
}

function readStatements(request: RestRequest, root: ReadNode, representation: Representation): Statement[] {
  const { preferences } = request
  const parameters = new Parameters()
  const source = renderRead(root, parameters)
  const main = renderOutput({
    source,
    selection: null,
    count: countQuery(request, root, parameters),
    representation: request.method === 'HEAD' ? null : representation,
    shape: 'rows',
    isMutation: false,
    locationKeys: [],
  })
  const statement = { text: main, values: parameters.values }
  if (representation.plan) return [explainPlan(statement, representation)]
  if (preferences.count !== 'planned' && preferences.count !== 'estimated') return [statement]
  const counted = new Parameters()
  const query = renderCount(root, null, counted)
  return [statement, explain({ text: query, values: counted.values }, ['FORMAT JSON'])]
}

export function explainPlan(statement: Statement, { plan }: Representation): Statement {
  return explain(statement, [
    `FORMAT ${(plan?.format ?? 'text').toUpperCase()}`,
    ...(plan?.options ?? []).map((one) => one.toUpperCase()),
  ])
}

export function countQuery(request: RestRequest, root: ReadNode, parameters: Parameters): string | null {
  const { count } = request.preferences
  if (count !== 'exact' && count !== 'estimated') return null
  const query = renderCount(root, null, parameters)
  const { maxRows } = request.known.settings
  // An estimate needs the exact number only up to the point from which the planner's guess is used.
  return count === 'estimated' && maxRows !== null ? `${query} LIMIT ${maxRows + 1}` : query
}

/** Rows that the request would reach without limits, as `Prefer: count` asks. */
export function totalOf(request: RestRequest, results: readonly Result[]): number | null {
  const { count } = request.preferences
  if (count === null) return null
  const exact = results[0]?.rows[0]?.[OUTPUT.total] ?? null
  const planned = results[1]?.rows.map(([text]) => text ?? '').join('\n')
  if (count === 'planned') return planned === undefined ? null : plannedRows(planned)
  const total = exact === null ? null : Number(exact)
  const { maxRows } = request.known.settings
  if (count === 'exact' || total === null || planned === undefined) return total
  if (maxRows !== null && total <= maxRows) return total
  return Math.max(total, plannedRows(planned))
}

function plannedRows(explained: string): number {
  const match = /"Plan Rows":\s*(\d+)/.exec(explained)
  return Number(match?.[1] ?? 0)
}

export function rangeResult(offset: number, page: number, total: number | null) {
  const last = offset + page - 1
  const status = rangeStatus(offset, last, total)
  if (status === 416) throw rangeOutOfBounds(offset, total ?? 0)
  const headers: [string, string] = ['Content-Range', contentRange(offset, last, total)]
  return { status, headers }
}

export function requireSingle(rows: number): void {
  if (rows !== 1) throw notSingular(rows)
}

export function contentTypeHeaders(request: RestRequest, representation: Representation): [string, string][] {
  const headers: [string, string][] = [['Content-Type', representation.contentType]]
  if (request.namesSchema) headers.push(['Content-Profile', request.schema])
  return headers
}

export function planResponse(results: readonly Result[], headers: [string, string][]): Response {
  const body = (results[0]?.rows ?? []).map(([line]) => line ?? '').join('\n')
  const kept = headers.filter(([name]) => name === 'Content-Type' || name === 'Content-Profile')
  return new Response(body, { status: 200, headers: kept })
}

export function asciiOnly(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?')
}
