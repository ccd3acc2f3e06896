import type { RoutineRow, TableRow } from './queries.ts'
import type { ComputedColumn, ComputedRelationship, Routine, RoutineParameter } from './types.ts'
import { key } from './types.ts'

const UNNAMED_TYPES = new Set(['json', 'jsonb', 'text', 'xml', 'bytea'])
const VOLATILITY = { i: 'immutable', s: 'stable', v: 'volatile' } as const

export interface RoutineKinds {
  routines: Map<string, Routine[]>
  computedRelationships: ComputedRelationship[]
  computedColumns: Map<string, Map<string, ComputedColumn>>
}

/** Sorts functions into callable ones, computed relationships and computed columns; one function may be all three. */
export function sortRoutines(options: {
  rows: readonly RoutineRow[]
  tables: readonly TableRow[]
  exposed: readonly string[]
}): RoutineKinds {
  const byOid = new Map(options.tables.map((table) => [table.oid, table]))
  const result: RoutineKinds = { routines: new Map(), computedRelationships: [], computedColumns: new Map() }
  for (const row of options.rows) {
    if (options.exposed.includes(row.schema) && isCallable(row)) {
      const name = key(row.schema, row.name)
      const overloads = result.routines.get(name) ?? []
      overloads.push(toRoutine(row, byOid))
      result.routines.set(name, overloads)
    }
    addComputed(result, row, byOid)
  }
  for (const overloads of result.routines.values()) overloads.sort(bySignature)
  return result
}

/** An order of their own, so that error messages that list overloads are always the same. */
function bySignature(a: Routine, b: Routine): number {
  const types = ({ parameters }: Routine) => parameters.map(({ name, type }) => `${name} ${type}`).join(',')
  return a.parameters.length - b.parameters.length || (types(a) < types(b) ? -1 : 1)
}

/** Arguments must have names, but for a single one that takes the whole body. */
function isCallable(row: RoutineRow): boolean {
  const names = argumentNames(row)
  if (names.every((name) => name !== '')) return true
  return names.length === 1 && UNNAMED_TYPES.has(row.arg_types[0] ?? '')
}

function argumentNames(row: RoutineRow): string[] {
  return row.arg_types.map((_, at) => row.arg_names?.[at] ?? '')
}

function toRoutine(row: RoutineRow, byOid: ReadonlyMap<number, TableRow>): Routine {
  const relation = row.return_relation === null ? undefined : byOid.get(row.return_relation)
  return {
    oid: row.oid,
    schema: row.schema,
    name: row.name,
    description: row.description,
    parameters: parametersOf(row),
    returnsSet: row.returns_set,
    returns: row.is_void ? 'void' : row.is_composite && !isUnknownRecord(row) ? 'composite' : 'scalar',
    returnType: row.return_type,
    returnTable: relation ? { schema: relation.schema, name: relation.name } : null,
    returnColumns: returnColumns(row, relation),
    volatility: VOLATILITY[row.volatility],
    callers: new Set(row.callers),
  }
}

/** Only the call can tell its columns, so the row is one value to the statement. */
function isUnknownRecord(row: RoutineRow): boolean {
  return row.return_type === 'record' && row.out_names.length === 0
}

function parametersOf(row: RoutineRow): RoutineParameter[] {
  const firstOptional = row.arg_types.length - row.defaults
  return row.arg_types.map((type, at) => ({
    name: row.arg_names?.[at] ?? '',
    type,
    castType: withoutLength(type),
    required: at < firstOptional,
    variadic: row.is_variadic && at === row.arg_types.length - 1,
  }))
}

/** A bare `character` or `bit` means a length of one, and would cut the argument. */
function withoutLength(type: string): string {
  return type.replace(/^(character|bit)(?=\[|$)/, '$1 varying')
}

function returnColumns(row: RoutineRow, relation: TableRow | undefined): Map<string, string> | null {
  if (row.out_names.length > 0) return new Map(row.out_names.map((name, at) => [name, row.out_types[at] ?? '']))
  if (relation) return new Map(relation.columns.map((column) => [column.name, column.type]))
  return null
}

function addComputed(result: RoutineKinds, row: RoutineRow, byOid: ReadonlyMap<number, TableRow>): void {
  const argument = row.arg_row_types[0]
  if (row.arg_types.length !== 1 || argument === null || argument === undefined) return
  const table = byOid.get(argument)
  if (!table || table.kind === 'c') return
  const target = row.return_relation === null ? undefined : byOid.get(row.return_relation)
  if (target && target.kind !== 'c') {
    result.computedRelationships.push({
      kind: 'computed',
      routine: { schema: row.schema, name: row.name },
      table: { schema: table.schema, name: table.name },
      foreign: { schema: target.schema, name: target.name },
      isSelf: table.oid === target.oid,
      toOne: !row.returns_set || row.rows === 1,
    })
    return
  }
  if (row.returns_set) return
  const name = key(table.schema, table.name)
  const columns = result.computedColumns.get(name) ?? new Map<string, ComputedColumn>()
  columns.set(row.name, { schema: row.schema, type: row.return_type })
  result.computedColumns.set(name, columns)
}
