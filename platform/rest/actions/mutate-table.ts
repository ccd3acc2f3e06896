import {
  columnNotFound,
  invalidBody,
  notSingular,
  putFilters,
  putKeyMismatch,
  putLimit,
  tooManyAffected,
  whereRequired,
} from '../errors.ts'
import type { Row } from '../execute/batch.ts'
import { parseQuery, type QueryParameters } from '../parse/query.ts'
import { findTable } from '../plan/find-table.ts'
import { resolveLogic } from '../plan/read.ts'
import { returningColumns } from '../plan/returning.ts'
import { tableScope } from '../plan/scope.ts'
import type { BodyColumn, MutationKind, MutationPlan, ReadNode } from '../plan/types.ts'
import type { Payload } from '../request/body.ts'
import { appliedPreferences, requireValid } from '../request/preferences.ts'
import { contentRange } from '../response/content-range.ts'
import { asciiOnly, contentTypeHeaders } from '../response/headers.ts'
import type { Representation } from '../response/representation.ts'
import { bodyOf, makeResponse } from '../response/response.ts'
import type { SchemaCache, Table } from '../schema-cache/types.ts'
import { renderMutation } from '../sql/mutate.ts'
import { OUTPUT, renderOutput } from '../sql/output.ts'
import { Parameters } from '../sql/parameters.ts'
import { renderRead } from '../sql/read.ts'
import { type Action, type Check, checkAll, planSelection, type RestRequest, representationOf } from './action.ts'
import { explainPlan, planResponse } from './query-plan.ts'

const KINDS: Record<string, MutationKind> = { POST: 'insert', PATCH: 'update', PUT: 'put', DELETE: 'delete' }

/** POST, PATCH, PUT and DELETE of a table or view. */
export function mutateTable(request: RestRequest, name: string): Action {
  const { known, preferences } = request
  const kind = KINDS[request.method] ?? 'insert'
  const table = findTable(known.cache, request.schema, name)
  const query = parseQuery(request.pairs, false)
  if (kind === 'put' && query.limits.some(({ path }) => path.length === 0)) throw putLimit()
  const { payload } = request
  if (query.columns === null && !payload.isUniform) throw invalidBody('All object keys must match')
  const scope = tableScope(known.cache, table, name)
  const root = planSelection(request, query, { root: { name, from: null, relation: table, scope }, isMutation: true })
  const plan = planMutation({ request, kind, table, query, payload, root })
  requireValid(preferences)
  const representation = representationOf(request, table, root)
  const statement = mutationStatement({ request, plan, root, payload, representation })
  const checks = mutationChecks(request, kind, representation)
  return {
    statements: [representation.plan ? explainPlan(statement, representation) : statement],
    readOnly: false,
    ...checkAll(checks),
    respond: (results) => {
      const types = contentTypeHeaders(request, representation)
      if (representation.plan) return planResponse(results, types)
      return mutationResponse({ request, plan, row: results[0]?.rows[0], types, representation })
    },
  }
}

interface PlanOptions {
  request: RestRequest
  kind: MutationKind
  table: Table
  query: QueryParameters
  payload: Payload
  root: ReadNode
}

function planMutation({ request, kind, table, query, payload, root }: PlanOptions): MutationPlan {
  const { preferences } = request
  const scope = tableScope(request.known.cache, table, kind === 'put' ? 'pgrst_body' : table.name)
  if (kind === 'put') requireKeyFilters(table, query)
  const rootLogic = [...query.filters, ...query.logic].filter(({ path }) => path.length === 0)
  const where = rootLogic.map(({ value }) => resolveLogic({ scope, children: [] }, value))
  const names = kind === 'delete' ? [] : (query.columns ?? payload.keys)
  // An update of no columns changes nothing, so it needs no filter.
  const changes = kind === 'delete' || (kind === 'update' && names.length > 0)
  if (changes && where.length === 0) throw whereRequired(kind)
  return {
    kind,
    table,
    columns: names.map((name) => bodyColumn(request.known.cache, table, name)),
    returning:
      preferences.return === 'representation' || preferences.return === 'headers-only'
        ? returningColumns(root, table.primaryKey)
        : [],
    where,
    scope,
    conflict: conflictOf(request, kind, table, query),
    applyDefaults: preferences.missing === 'default' && kind !== 'put',
  }
}

function bodyColumn({ types }: SchemaCache, table: Table, name: string): BodyColumn {
  const column = table.columns.get(name)
  if (!column) throw columnNotFound(table.name, name)
  const fromJson = types.representations.get(column.type)?.fromJson ?? null
  return { name, type: column.type, default: column.default, fromJson }
}

function conflictOf({ preferences }: RestRequest, kind: MutationKind, table: Table, query: QueryParameters) {
  if (kind === 'put') return { action: 'merge' as const, columns: table.primaryKey }
  if (kind !== 'insert' || preferences.resolution === null) return null
  const columns = query.onConflict ?? table.primaryKey
  for (const name of columns) if (!table.columns.has(name)) throw columnNotFound(table.name, name)
  const action = preferences.resolution === 'merge-duplicates' ? ('merge' as const) : ('ignore' as const)
  return columns.length === 0 ? null : { action, columns }
}

/** PUT names one row by its whole primary key and nothing else. */
function requireKeyFilters(table: Table, query: QueryParameters): void {
  const names = query.filters.filter(({ path }) => path.length === 0).map(({ value }) => value)
  const isKey =
    query.logic.length === 0 &&
    table.primaryKey.length > 0 &&
    names.length === table.primaryKey.length &&
    table.primaryKey.every((column) =>
      names.some(
        ({ field, negated, operation }) =>
          field.name === column &&
          field.path.length === 0 &&
          !negated &&
          operation.kind === 'quantifiable' &&
          operation.operator === 'eq' &&
          operation.quantifier === null,
      ),
    )
  if (!isKey) throw putFilters()
}

function mutationStatement(options: {
  request: RestRequest
  plan: MutationPlan
  root: ReadNode
  payload: Payload
  representation: Representation
}) {
  const { request, plan, root, payload, representation } = options
  const wanted = request.preferences.return
  const parameters = new Parameters()
  const source = renderMutation(plan, payload, parameters)
  const text = renderOutput({
    source,
    selection: wanted === 'representation' ? renderRead(root, parameters) : null,
    count: null,
    representation: wanted === 'representation' ? representation : null,
    shape: 'rows',
    isMutation: true,
    locationKeys: plan.kind === 'insert' && wanted === 'headers-only' ? plan.table.primaryKey : [],
  })
  return { text, values: parameters.values }
}

function mutationChecks(request: RestRequest, kind: MutationKind, representation: Representation): Check[] {
  const { preferences } = request
  const checks: Check[] = []
  if (representation.plan) return checks
  const affected = (row: Row | undefined) => Number(row?.[OUTPUT.page] ?? 0)
  if (kind === 'put') {
    checks.push((row) => {
      if (affected(row) !== 1) throw putKeyMismatch()
    })
  }
  const limit = preferences.handling === 'strict' ? preferences.maxAffected : null
  if (limit !== null && (kind === 'update' || kind === 'delete')) {
    checks.push((row) => {
      if (affected(row) > limit) throw tooManyAffected(affected(row))
    })
  }
  // Whatever is returned: a caller who expects one row must not lose others. PUT has its own check above.
  if (representation.kind === 'object' && kind !== 'put') {
    checks.push((row) => {
      if (affected(row) !== 1) throw notSingular(affected(row))
    })
  }
  return checks
}

interface ResponseOptions {
  request: RestRequest
  plan: MutationPlan
  row: Row | undefined
  types: [string, string][]
  representation: Representation
}

function mutationResponse({ request, plan, row, types, representation }: ResponseOptions): Response {
  const { preferences } = request
  const rows = Number(row?.[OUTPUT.page] ?? 0)
  const total = preferences.count === 'exact' || preferences.count === 'estimated' ? rows : null
  const full = preferences.return === 'representation'
  const headers: [string, string][] = []
  const location = plan.kind === 'insert' ? locationOf(plan.table, row) : null
  if (location !== null) headers.push(['Location', location])
  if (plan.kind === 'update') headers.push(['Content-Range', contentRange(0, rows - 1, total)])
  else if (plan.kind !== 'put') headers.push(['Content-Range', contentRange(1, 0, total)])
  if (full) headers.push(...types)
  const applied = appliedPreferences(appliedTo(request, plan))
  if (applied !== null) headers.push(['Preference-Applied', asciiOnly(applied)])
  const body = full ? bodyOf(row, representation, '') : null
  return makeResponse({ status: mutationStatus(request, plan, row), headers, body }, row)
}

function mutationStatus({ preferences }: RestRequest, plan: MutationPlan, row: Row | undefined): number {
  const full = preferences.return === 'representation'
  const inserted = Number(row?.[OUTPUT.inserted] ?? 0)
  if (plan.kind === 'insert') return plan.conflict?.action === 'merge' && inserted <= 0 ? 200 : 201
  if (!full) return 204
  return plan.kind === 'put' && inserted > 0 ? 201 : 200
}

function appliedTo({ preferences }: RestRequest, plan: MutationPlan) {
  const isInsert = plan.kind === 'insert'
  return {
    resolution: isInsert && plan.conflict ? preferences.resolution : null,
    missing: isInsert || plan.kind === 'update' ? preferences.missing : null,
    return: preferences.return,
    count: preferences.count,
    tx: preferences.tx,
    handling: preferences.handling,
    timezone: preferences.timezone,
    maxAffected: plan.kind === 'update' || plan.kind === 'delete' ? preferences.maxAffected : null,
  }
}

function locationOf(table: Table, row: Row | undefined): string | null {
  const text = row?.[OUTPUT.location] ?? null
  if (text === null) return null
  const values = new Map<string, unknown>(Object.entries(JSON.parse(text)))
  const parts = table.primaryKey.map((name) => {
    const value = values.get(name)
    const filter = value === null || value === undefined ? 'is.null' : `eq.${String(value)}`
    return `${encodeURIComponent(name)}=${encodeURIComponent(filter)}`
  })
  return `/${encodeURIComponent(table.name)}?${parts.join('&')}`
}
