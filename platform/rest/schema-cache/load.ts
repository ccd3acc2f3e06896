import type pg from 'pg'
import { transactionOn } from '../../kernel/transaction.ts'
import * as queries from './queries.ts'
import { foreignKeyRelationships, indexRelationships, manyToManyRelationships } from './relationships.ts'
import { sortRoutines } from './routines.ts'
import { type Column, key, type MediaHandler, type Representation, type SchemaCache, type Table } from './types.ts'
import { type ColumnOrigin, resolveViewColumns } from './view-columns.ts'

// Bits of pg_relation_is_updatable: 1 << the command's number in Postgres.
const CAN_UPDATE = 1 << 2
const CAN_INSERT = 1 << 3
const CAN_DELETE = 1 << 4

/** Spellings that SQL knows and pg_type does not. */
const SQL_TYPE_NAMES = [
  'bigint',
  'bit varying',
  'boolean',
  'char varying',
  'character',
  'character varying',
  'decimal',
  'double precision',
  'int',
  'integer',
  'real',
  'smallint',
  'time with time zone',
  'time without time zone',
  'timestamp with time zone',
  'timestamp without time zone',
  'dec',
  'char',
]

export interface LoadOptions {
  client: pg.ClientBase
  schemas: readonly string[]
  extraSearchPath: readonly string[]
  roles: readonly string[]
  version: number
}

/** Reads the catalogue once. The client must be idle: the load runs in a transaction of its own. */
export async function loadSchemaCache(options: LoadOptions): Promise<SchemaCache> {
  const { client, schemas } = options
  const readCatalogue = async () => {
    await client.query(`set local search_path = ''`)
    // One after the other: a client runs one statement at a time, and all see one snapshot.
    const tables = (await client.query<queries.TableRow>(queries.TABLES, [options.roles])).rows
    const foreignKeys = (await client.query<queries.ForeignKeyRow>(queries.FOREIGN_KEYS)).rows
    const views = (await client.query<queries.ViewRow>(queries.VIEWS)).rows
    const routines = (await client.query<queries.RoutineRow>(queries.ROUTINES, [options.roles, schemas])).rows
    const typeSchemas = [...schemas, ...options.extraSearchPath]
    const types = (await client.query<{ name: string }>(queries.TYPES, [typeSchemas])).rows
    const settings = (await client.query<queries.SettingsRow>(queries.ROLE_SETTINGS, [options.roles])).rows
    const userSettings = (await client.query<{ name: string }>(queries.USER_SETTINGS)).rows
    const comments = await client.query<{ schema: string; comment: string | null }>(queries.SCHEMA_COMMENTS, [schemas])
    const handlers = (await client.query<queries.MediaHandlerRow>(queries.MEDIA_HANDLERS, [schemas])).rows

    const domains = (await client.query<queries.DomainRow>(queries.DOMAINS)).rows
    const representations = (await client.query<queries.RepresentationRow>(queries.REPRESENTATIONS)).rows

    const viewColumns = resolveViewColumns(views)
    const tableMap = indexTables(tables, viewColumns)
    const keys = foreignKeyRelationships({ tables, foreignKeys, viewColumns })
    const junctions = manyToManyRelationships(keys, tableMap).filter(({ junction }) =>
      schemas.includes(junction.table.schema),
    )
    const sorted = sortRoutines({ rows: routines, tables, exposed: schemas })
    return {
      version: options.version,
      tables: tableMap,
      relationships: indexRelationships([...keys, ...junctions, ...sorted.computedRelationships]),
      routines: sorted.routines,
      computedColumns: sorted.computedColumns,
      types: {
        baseTypes: new Map(domains.map(({ domain, base }) => [domain, base])),
        representations: indexRepresentations(representations),
      },
      typeNames: new Set([...types.map(({ name }) => name), ...SQL_TYPE_NAMES]),
      roleSettings: indexSettings(settings, new Set(userSettings.map(({ name }) => name))),
      schemaComments: new Map(comments.rows.map(({ schema, comment }) => [schema, comment])),
      mediaHandlers: handlers.map(toMediaHandler),
    }
  }
  return transactionOn(client, readCatalogue, { begin: 'begin isolation level repeatable read read only' })
}

function indexTables(
  rows: readonly queries.TableRow[],
  viewColumns: ReadonlyMap<number, ReadonlyMap<number, ColumnOrigin>>,
): Map<string, Table> {
  const byOid = new Map(rows.map((row) => [row.oid, row]))
  return new Map(
    rows
      .filter(({ kind }) => kind !== 'c')
      .map((row) => [
        key(row.schema, row.name),
        {
          schema: row.schema,
          name: row.name,
          description: row.description,
          isView: row.kind === 'v' || row.kind === 'm',
          insertable: (row.updatable & CAN_INSERT) !== 0,
          updatable: (row.updatable & CAN_UPDATE) !== 0,
          deletable: (row.updatable & CAN_DELETE) !== 0,
          columns: new Map(row.columns.map((column) => [column.name, toColumn(column)])),
          inserters: new Set(row.inserters),
          updaters: new Set(row.updaters),
          primaryKey: viewColumns.has(row.oid) ? viewKey(row, byOid, viewColumns) : row.primary_key,
        },
      ]),
  )
}

function toColumn(row: queries.ColumnRow): Column {
  return {
    name: row.name,
    description: row.description,
    nullable: row.nullable,
    type: row.type,
    baseType: row.base_type,
    maxLength: row.max_length,
    default: row.default,
    enumValues: row.enum_values,
  }
}

/** A view's primary key are those of all tables whose key columns it shows. */
function viewKey(
  view: queries.TableRow,
  byOid: ReadonlyMap<number, queries.TableRow>,
  viewColumns: ReadonlyMap<number, ReadonlyMap<number, ColumnOrigin>>,
): string[] {
  const origins = viewColumns.get(view.oid) ?? new Map<number, ColumnOrigin>()
  const keys: string[] = []
  for (const tableOid of new Set([...origins.values()].map(({ table }) => table))) {
    const table = byOid.get(tableOid)
    if (!table || table.primary_key.length === 0) continue
    const shown = table.primary_key.map((name) => {
      const number = table.columns.find((column) => column.name === name)?.position
      const match = [...origins].find(([, origin]) => origin.table === tableOid && origin.column === number)
      return match ? view.columns.find(({ position }) => position === match[0])?.name : undefined
    })
    const names = shown.filter((name) => name !== undefined)
    if (names.length === shown.length) keys.push(...names)
  }
  return keys
}

function indexRepresentations(rows: readonly queries.RepresentationRow[]): Map<string, Representation> {
  const result = new Map<string, Representation>()
  for (const { domain, direction, routine } of rows) {
    const known = result.get(domain) ?? { toJson: null, fromJson: null, fromText: null }
    result.set(domain, { ...known, [direction]: routine })
  }
  return result
}

/** These would break what the service itself sets for each request. */
const NEVER_APPLIED = new Set(['search_path', 'role', 'session_authorization', 'transaction_read_only'])

function indexSettings(rows: readonly queries.SettingsRow[], allowed: ReadonlySet<string>) {
  const result = new Map<string, (readonly [string, string])[]>()
  for (const { role, settings } of rows) {
    const known = new Map(result.get(role) ?? [])
    for (const setting of settings) {
      const [name = '', ...value] = setting.split('=')
      if (allowed.has(name) && !NEVER_APPLIED.has(name)) known.set(name, value.join('='))
    }
    result.set(role, [...known])
  }
  return result
}

function toMediaHandler(row: queries.MediaHandlerRow): MediaHandler {
  return {
    handler: { schema: row.handler_schema, name: row.handler_name },
    target: row.any_element ? null : { schema: row.target_schema, name: row.target_name },
    mediaType: row.media_type,
    resolvedMediaType: row.media_type === '*/*' ? 'application/octet-stream' : row.media_type,
    kind: row.kind,
    isBytes: row.is_bytes,
  }
}
