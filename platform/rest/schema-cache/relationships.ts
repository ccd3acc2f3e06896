import type { ForeignKeyRow, TableRow } from './queries.ts'
import {
  type ColumnPairs,
  type ForeignKeyRelationship,
  key,
  type ManyToManyRelationship,
  type Relationship,
  type Table,
} from './types.ts'
import type { ColumnOrigin } from './view-columns.ts'

/** A relation as one end of a foreign key: the table itself, or a view that shows all of the key's columns. */
interface End {
  row: TableRow
  columns: string[]
}

/** More ways to show one key in one view than this are a curiosity, and would multiply. */
const MAX_ENDS_PER_VIEW = 8

/** Foreign keys as relationships of tables and of the views over them, in both directions. */
export function foreignKeyRelationships(options: {
  tables: readonly TableRow[]
  foreignKeys: readonly ForeignKeyRow[]
  viewColumns: ReadonlyMap<number, ReadonlyMap<number, ColumnOrigin>>
}): ForeignKeyRelationship[] {
  const byOid = new Map(options.tables.map((table) => [table.oid, table]))
  const found: ForeignKeyRelationship[] = []
  for (const foreignKey of options.foreignKeys) {
    const froms = endsOf(byOid, options.viewColumns, foreignKey.table, foreignKey.columns)
    const tos = endsOf(byOid, options.viewColumns, foreignKey.foreign, foreignKey.foreign_columns)
    for (const from of froms) for (const to of tos) found.push(...bothDirections(foreignKey, from, to))
  }
  return found
}

function endsOf(
  byOid: ReadonlyMap<number, TableRow>,
  viewColumns: ReadonlyMap<number, ReadonlyMap<number, ColumnOrigin>>,
  table: number,
  columns: readonly number[],
): End[] {
  const ends: End[] = []
  const row = byOid.get(table)
  if (row) ends.push({ row, columns: columns.map((number) => columnName(row, number)) })
  for (const [oid, origins] of viewColumns) {
    const view = byOid.get(oid)
    if (!view) continue
    const shown = columns.map((column) =>
      [...origins]
        .filter(([, origin]) => origin.table === table && origin.column === column)
        .map(([number]) => columnName(view, number)),
    )
    for (const names of combinations(shown)) ends.push({ row: view, columns: names })
  }
  return ends
}

function columnName(row: TableRow, number: number): string {
  return row.columns.find((column) => column.position === number)?.name ?? ''
}

/** Cut at every step: a view that shows ten key columns twice each has a thousand of them. */
function combinations(choices: string[][]): string[][] {
  return choices.reduce<string[][]>(
    (heads, options) => heads.flatMap((head) => options.map((option) => [...head, option])).slice(0, MAX_ENDS_PER_VIEW),
    [[]],
  )
}

function bothDirections(foreignKey: ForeignKeyRow, from: End, to: End): ForeignKeyRelationship[] {
  const columns = from.columns.map((column, at): [string, string] => [column, to.columns[at] ?? ''])
  const inverse = columns.map(([column, foreign]): [string, string] => [foreign, column])
  const shared = { constraint: foreignKey.constraint, isSelf: from.row.oid === to.row.oid }
  return [
    {
      ...shared,
      kind: foreignKey.one_to_one ? 'o2o' : 'm2o',
      table: identify(from.row),
      foreign: identify(to.row),
      columns,
      foreignIsView: isView(to.row),
      ownsKey: true,
    },
    {
      ...shared,
      kind: foreignKey.one_to_one ? 'o2o' : 'o2m',
      table: identify(to.row),
      foreign: identify(from.row),
      columns: inverse,
      foreignIsView: isView(from.row),
      ownsKey: false,
    },
  ]
}

const identify = ({ schema, name }: TableRow) => ({ schema, name })
const isView = ({ kind }: TableRow) => kind === 'v' || kind === 'm'

/** Two foreign keys of one junction whose primary key holds all their columns make a many-to-many. */
export function manyToManyRelationships(
  keys: readonly ForeignKeyRelationship[],
  tables: ReadonlyMap<string, Table>,
): ManyToManyRelationship[] {
  const byJunction = Map.groupBy(
    keys.filter(({ kind }) => kind === 'm2o'),
    ({ table }) => key(table.schema, table.name),
  )
  const found: ManyToManyRelationship[] = []
  for (const [junction, members] of byJunction) {
    const primaryKey = tables.get(junction)?.primaryKey ?? []
    for (const first of members) {
      for (const second of members) {
        if (first.constraint === second.constraint) continue
        const used = [...first.columns, ...second.columns].map(([column]) => column)
        if (!used.every((column) => primaryKey.includes(column))) continue
        found.push({
          kind: 'm2m',
          table: first.foreign,
          foreign: second.foreign,
          isSelf: first.foreign.schema === second.foreign.schema && first.foreign.name === second.foreign.name,
          junction: {
            table: first.table,
            constraint1: first.constraint,
            constraint2: second.constraint,
            source: swap(first.columns),
            target: swap(second.columns),
          },
        })
      }
    }
  }
  return found
}

function swap(pairs: ColumnPairs): ColumnPairs {
  return pairs.map(([a, b]) => [b, a])
}

/** PostgREST's order, in which it lists the choices of an ambiguous name. */
const KIND_ORDER = ['o2m', 'm2o', 'o2o', 'm2m', 'computed']

function byTarget(a: Relationship, b: Relationship): number {
  const order = compareText(a.foreign.schema, b.foreign.schema) || compareText(a.foreign.name, b.foreign.name)
  return order || Number(a.isSelf) - Number(b.isSelf) || KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Groups by origin; a computed relationship replaces what was detected under the same target name. */
export function indexRelationships(relationships: readonly Relationship[]): Map<string, Relationship[]> {
  const index = Map.groupBy(relationships.toSorted(byTarget), ({ table }) => key(table.schema, table.name))
  for (const [origin, list] of index) {
    const computed = new Set(list.flatMap((entry) => (entry.kind === 'computed' ? [entry.routine.name] : [])))
    if (computed.size === 0) continue
    index.set(
      origin,
      list.filter((entry) => entry.kind === 'computed' || !computed.has(entry.foreign.name)),
    )
  }
  return index
}
