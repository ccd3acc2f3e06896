import type { Caller } from '../kernel/caller.ts'
import type { Action } from './actions/action.ts'
import { functionForbidden } from './errors.ts'
import { findTable } from './plan/find-table.ts'
import type { Known } from './schema-cache/loader.ts'
import { key, type Routine, type Table } from './schema-cache/types.ts'
import { quote, quoteTable } from './sql/expressions.ts'

export interface WriteRequest {
  known: Known
  caller: Caller
  schema: string
  method: string
  target: { kind: 'table' | 'function'; name: string }
}

/**
 * What refuses a write before its body is read, so that nobody sends megabytes to where they may not write. Null where
 * the schema cache says that the caller has the right. Where it says no, Postgres is asked, because a right that comes
 * with a role's membership changes without a notice; its result is the refusal that the write itself would get.
 */
export function refusalBeforeBody(request: WriteRequest): Action | null {
  const { known, caller, schema, method, target } = request
  if (target.kind === 'function') {
    if (method !== 'POST') return null
    const overloads = known.cache.routines.get(key(schema, target.name)) ?? []
    const [first] = overloads
    if (!first || overloads.some(({ callers }) => callers.has(caller.role))) return null
    return askForCall(overloads, first, caller)
  }
  const table = findTable(known.cache, schema, target.name)
  if (method === 'PATCH') return table.updaters.has(caller.role) ? null : tryUpdate(table)
  if (method === 'POST' || method === 'PUT') return table.inserters.has(caller.role) ? null : tryInsert(table)
  return null
}

/** EXPLAIN checks the rights of a statement and runs nothing. */
function tryInsert(table: Table): Action {
  return trial(`EXPLAIN INSERT INTO ${quoteTable(table)} DEFAULT VALUES`)
}

function tryUpdate(table: Table): Action | null {
  const [first] = table.columns.keys()
  return first === undefined ? null : trial(`EXPLAIN UPDATE ${quoteTable(table)} SET ${quote(first)} = DEFAULT`)
}

function trial(text: string): Action {
  return { statements: [{ text, values: [] }], readOnly: true, respond: () => new Response() }
}

/** A call cannot be tried without arguments, which are in the body. */
function askForCall(overloads: readonly Routine[], { name }: Routine, { role }: Caller): Action {
  const oids = overloads.map(({ oid }) => String(oid))
  return {
    statements: [
      {
        text: `SELECT bool_or(pg_catalog.has_function_privilege(oid, 'EXECUTE')) FROM unnest($1::oid[]) AS oid`,
        values: [`{${oids.join(',')}}`],
      },
    ],
    readOnly: true,
    respond: ([answer]) => {
      if (answer?.rows[0]?.[0] !== 't') throw functionForbidden(name, role === 'anon')
      return new Response()
    },
  }
}
