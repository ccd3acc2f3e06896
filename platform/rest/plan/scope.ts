import { columnDoesNotExist, typeDoesNotExist } from '../errors.ts'
import type { Field, JsonStep } from '../parse/field.ts'
import type { Identifier, SchemaCache } from '../schema-cache/types.ts'
import { key } from '../schema-cache/types.ts'
import { columnHint } from './fuzzy.ts'

/** What the names of one FROM item mean. The only place where a name from a request becomes an identifier. */
export interface Scope {
  /** How Postgres would name the relation in an error: `users`, `messages_1`. */
  label: string
  columns: ReadonlyMap<string, string>
  computed: ReadonlyMap<string, string>
}

export interface ResolvedField {
  column: string
  type: string
  path: JsonStep[]
  /** Set for a computed column (a function of the row). */
  isComputed: boolean
}

export const EMPTY_SCOPE: Scope = { label: '', columns: new Map(), computed: new Map() }

export function tableScope(cache: SchemaCache, table: Identifier, label: string): Scope {
  const name = key(table.schema, table.name)
  const columns = new Map<string, string>()
  for (const column of cache.tables.get(name)?.columns.values() ?? []) columns.set(column.name, column.type)
  const computed = new Map<string, string>()
  for (const [column, { type }] of cache.computedColumns.get(name) ?? []) computed.set(column, type)
  return { label, columns, computed }
}

export function resolveField(scope: Scope, field: Field): ResolvedField {
  const type = scope.columns.get(field.name)
  if (type !== undefined) return { column: field.name, type, path: field.path, isComputed: false }
  const computed = scope.computed.get(field.name)
  if (computed !== undefined) return { column: field.name, type: computed, path: field.path, isComputed: true }
  const hint = columnHint(scope.label, field.name, scope.columns.keys())
  throw columnDoesNotExist(`${scope.label}.${field.name}`, hint)
}

/** A cast is written without quotes (so that `int` works), therefore it must be a known type's name. */
export function resolveType(cache: SchemaCache, type: string): string {
  const name = type.toLowerCase().replace(/\s+/g, ' ')
  if (!cache.typeNames.has(name)) throw typeDoesNotExist(type)
  return name
}
