import { NO_ROWS } from '../execute/json-rows.ts'
import { parseQuery } from '../parse/query.ts'
import { findTable } from '../plan/find-table.ts'
import { tableScope } from '../plan/scope.ts'
import type { ReadNode } from '../plan/types.ts'
import { appliedPreferences, requireValid } from '../request/preferences.ts'
import { topRange } from '../request/range.ts'
import { asciiOnly, contentTypeHeaders } from '../response/headers.ts'
import type { Representation } from '../response/representation.ts'
import { bodyOf, makeResponse } from '../response/response.ts'
import { renderCount } from '../sql/count.ts'
import { explain, OUTPUT, renderOutput } from '../sql/output.ts'
import { Parameters, type Statement } from '../sql/parameters.ts'
import { arePlainRows, plainStatements, SETTINGS_OUTPUT } from '../sql/plain-rows.ts'
import { renderRead } from '../sql/read.ts'
import { type Action, planSelection, type RestRequest, representationOf } from './action.ts'
import { explainPlan, planResponse } from './query-plan.ts'
import { applyRange, rangeResult, requireSingle } from './range.ts'
import { countQuery, totalOf } from './row-count.ts'

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
  const location = asciiOnly(`/${encodeURIComponent(name)}${canonical}`)
  const fixed: [string, string][] = [
    ...(location.length > LONGEST_LOCATION ? [] : [['Content-Location', location] satisfies [string, string]]),
    ...contentTypeHeaders(request, representation),
    ...(applied === null ? [] : [['Preference-Applied', asciiOnly(applied)] satisfies [string, string]]),
  ]
  const parts: ResponseOptions = { request, representation, offset: range.offset, fixed }
  const madeByPostgres = readAction(parts, readStatements(request, root, representation))
  const isPlain = request.method === 'GET' && preferences.count === null && arePlainRows(root, representation)
  return isPlain ? plainAction(parts, root, madeByPostgres) : madeByPostgres
}

/** Node's fetch gives a response up whose headers exceed 16 kB: a filter of 2,000 ids is named by its request alone. */
const LONGEST_LOCATION = 4096

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
