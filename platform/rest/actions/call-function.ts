import { maxAffectedNeedsSet, notSingular, tooManyAffected } from '../errors.ts'
import type { Result, Row } from '../execute/batch.ts'
import { NO_ROWS } from '../execute/json-rows.ts'
import { parseQuery } from '../parse/query.ts'
import { findRoutine } from '../plan/call.ts'
import { computedColumnsOf } from '../plan/returning.ts'
import { emptyScope, type Scope, tableScope } from '../plan/scope.ts'
import type { CallArguments, CallPlan, ReadNode } from '../plan/types.ts'
import type { Payload } from '../request/body.ts'
import { appliedPreferences, requireValid } from '../request/preferences.ts'
import { topRange } from '../request/range.ts'
import { asciiOnly, contentTypeHeaders } from '../response/headers.ts'
import type { Representation } from '../response/representation.ts'
import { type Body, bodyOf, makeResponse } from '../response/response.ts'
import type { Routine, SchemaCache } from '../schema-cache/types.ts'
import { renderCall } from '../sql/call.ts'
import { renderCount } from '../sql/count.ts'
import { OUTPUT, type ResultShape, renderOutput } from '../sql/output.ts'
import { Parameters, type Statement } from '../sql/parameters.ts'
import { arePlainRows, plainStatements, SETTINGS_OUTPUT } from '../sql/plain-rows.ts'
import { renderRead } from '../sql/read.ts'
import { type Action, type Check, checkAll, planSelection, type RestRequest, representationOf } from './action.ts'
import { explainPlan, planResponse } from './query-plan.ts'
import { applyRange, rangeResult } from './range.ts'

/** GET, HEAD and POST of /rpc/<function>. */
export function callFunction(request: RestRequest, name: string): Action {
  const { known, preferences } = request
  const isPost = request.method === 'POST'
  const query = parseQuery(request.pairs, !isPost)
  const { payload } = request
  const keys = isPost ? (query.columns ?? payload.keys) : [...new Set(query.arguments.map(([key]) => key))]
  const routine = findRoutine({
    cache: known.cache,
    schema: request.schema,
    name,
    keys,
    isPost,
    contentType: request.contentType,
  })
  const range = topRange(query.limits, request.method === 'GET' ? request.rangeHeader : null)
  const { returnTable } = routine
  const root = planSelection(request, query, {
    root: {
      name: returnTable?.name ?? routine.name,
      from: null,
      relation: returnTable ?? routine,
      scope: resultScope(known.cache, routine),
    },
    isMutation: false,
  })
  applyRange(root, range, known.settings.maxRows)
  const representation = representationOf(request, routine.returnTable ?? routine, root)
  requireValid(preferences)
  const plan: CallPlan = {
    routine,
    given: routine.parameters.filter(({ name: own }) => keys.includes(own)).map(({ name: own }) => own),
    arguments: argumentsOf({ request, routine, payload, direct: isPost ? payload.fields : query.arguments }),
  }
  const readOnly = !isPost || routine.volatility !== 'volatile'
  const checks = callChecks(request, routine, representation)
  const statement: CallOptions = { request, plan, payload, root, representation }
  const parts = { request, routine, representation, offset: range.offset }
  const madeByPostgres: Action = {
    statements: callStatements(statement),
    readOnly,
    ...checkAll(checks),
    respond: (results) => callResponse({ ...parts, results }),
  }
  // Run again if need be, so nothing that writes.
  const isPlain = readOnly && checks.length === 0 && preferences.count === null && request.method !== 'HEAD'
  if (!isPlain || !areRowsKnown(routine) || !arePlainRows(root, representation)) return madeByPostgres
  return {
    statements: plainCallStatements(statement),
    readOnly,
    respond: (results) => plainCallResponse({ ...parts, results }),
    otherwise: { isNeeded: ([rows]) => rows?.json?.readable === false, action: madeByPostgres },
  }
}

function areRowsKnown(routine: Routine): boolean {
  return shapeOf(routine) === 'rows' && routine.returnColumns !== null
}

function resultScope(cache: SchemaCache, routine: Routine): Scope {
  const label = routine.returnTable?.name ?? routine.name
  if (routine.returns !== 'composite') {
    return { ...emptyScope(cache), label, columns: new Map([['pgrst_scalar', routine.returnType]]) }
  }
  const scope = routine.returnTable ? tableScope(cache, routine.returnTable, label) : { ...emptyScope(cache), label }
  return routine.returnColumns ? { ...scope, columns: routine.returnColumns } : scope
}

function argumentsOf(options: {
  request: RestRequest
  routine: Routine
  payload: Payload
  direct: readonly [string, string][]
}): CallArguments {
  const { request, routine, payload } = options
  const [only] = routine.parameters
  const isPost = request.method === 'POST'
  // An unnamed parameter can only take the whole body.
  if (only?.name === '' && isPost) return { kind: 'body', type: only.type, castType: only.castType }
  if (routine.parameters.length === 0) return { kind: 'none' }
  if (isPost && request.contentType !== 'application/x-www-form-urlencoded')
    return { kind: 'json', isArray: payload.isArray }
  const values = new Map<string, string[]>()
  for (const [key, value] of options.direct) values.set(key, [...(values.get(key) ?? []), value])
  return { kind: 'direct', values }
}

function shapeOf(routine: Routine): ResultShape {
  if (routine.returns === 'composite') return routine.returnsSet ? 'rows' : 'composite'
  return routine.returnsSet ? 'scalars' : 'scalar'
}

interface CallOptions {
  request: RestRequest
  plan: CallPlan
  payload: Payload
  root: ReadNode
  representation: Representation
}

/** The rows as they are: their JSON is made here. */
function plainCallStatements({ plan, payload, root }: CallOptions): Statement[] {
  const parameters = new Parameters()
  const source = renderCall(plan, payload, computedColumnsOf(root), parameters)
  return plainStatements({ root, source, parameters })
}

function callStatements({ request, plan, payload, root, representation }: CallOptions): Statement[] {
  const parameters = new Parameters()
  const source = renderCall(plan, payload, computedColumnsOf(root), parameters)
  const text = renderOutput({
    source,
    selection: renderRead(root, parameters),
    count: request.preferences.count === null ? null : renderCount(root, null, parameters),
    representation: request.method === 'HEAD' || plan.routine.returns === 'void' ? null : representation,
    shape: shapeOf(plan.routine),
    isMutation: false,
    locationKeys: [],
  })
  const statement = { text, values: parameters.values }
  return [representation.plan ? explainPlan(statement, representation) : statement]
}

function callChecks(request: RestRequest, routine: Routine, representation: Representation) {
  const { preferences } = request
  const checks: Check[] = []
  if (representation.plan) return checks
  const limit = preferences.handling === 'strict' ? preferences.maxAffected : null
  if (limit !== null) {
    if (!routine.returnsSet) throw maxAffectedNeedsSet()
    checks.push((row) => {
      const rows = Number(row?.[OUTPUT.page] ?? 0)
      if (rows > limit) throw tooManyAffected(rows)
    })
  }
  if (representation.kind === 'object' && routine.returnsSet) {
    checks.push((row) => {
      const rows = Number(row?.[OUTPUT.page] ?? 0)
      if (rows !== 1) throw notSingular(rows)
    })
  }
  return checks
}

interface ResponseOptions {
  request: RestRequest
  routine: Routine
  representation: Representation
  offset: number
  results: readonly Result[]
}

function plainCallResponse(options: ResponseOptions): Response {
  const [rows, settings] = options.results
  const { count, text } = rows?.json ?? NO_ROWS
  const { status, headers } = callHeaders(options, count, null)
  return makeResponse({ status, headers, body: text }, settings?.rows[0], SETTINGS_OUTPUT)
}

function callResponse(options: ResponseOptions): Response {
  const { request, routine, representation, results } = options
  if (representation.plan) return planResponse(results, contentTypeHeaders(request, representation))
  const row = results[0]?.rows[0]
  const total = row?.[OUTPUT.total] ?? null
  const page = routine.returnsSet ? Number(row?.[OUTPUT.page] ?? 0) : 1
  const { status, headers } = callHeaders(options, page, total === null ? null : Number(total))
  if (routine.returns === 'void') return makeResponse({ status, headers, body: null }, row)
  const body = request.method === 'HEAD' ? null : callBody(row, representation)
  return makeResponse({ status, headers, body }, row)
}

function callHeaders(
  { request, routine, representation, offset }: ResponseOptions,
  page: number,
  total: number | null,
) {
  const { preferences } = request
  const { status, headers: range } = rangeResult(offset, page, total)
  const applied = appliedPreferences({
    count: preferences.count,
    tx: preferences.tx,
    handling: preferences.handling,
    timezone: preferences.timezone,
    maxAffected: preferences.maxAffected,
  })
  const headers: [string, string][] = [range]
  if (applied !== null) headers.push(['Preference-Applied', asciiOnly(applied)])
  if (routine.returns === 'void') return { status: 204, headers }
  return { status, headers: [...headers, ...contentTypeHeaders(request, representation)] }
}

function callBody(row: Row | undefined, representation: Representation): Body {
  return bodyOf(row, representation, representation.kind === 'handler' ? '' : 'null')
}
