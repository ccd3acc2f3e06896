import { columnDoesNotExist, typeDoesNotExist } from '../errors.ts'
import type { Field, JsonStep } from '../parse/field.ts'
import type { Identifier, Representation, SchemaCache, TypeFacts } from '../schema-cache/types.ts'
import { key } from '../schema-cache/types.ts'
import { columnHint } from './fuzzy.ts'

/** What the names of one FROM item mean. The only place where a name from a request becomes an identifier. */
export interface Scope {
  /** How Postgres would name the relation in an error: `users`, `messages_1`. */
  label: string
  columns: ReadonlyMap<string, string>
  computed: ReadonlyMap<string, string>
  types: TypeFacts
}

export interface ResolvedField {
  column: string
  type: string
  /** The same for a domain's base. */
  baseType: string
  path: JsonStep[]
  /** How the values of a whole column look outside; null where they look as they are. */
  representation: Representation | null
  /** Set for a computed column (a function of the row). */
  isComputed: boolean
}

/** Nothing but what types mean. */
export function emptyScope({ types }: SchemaCache): Scope {
  return { label: '', columns: new Map(), computed: new Map(), types }
}

/** True when a column is not shown as it is. */
export function hasRepresentation({ columns, types }: Scope): boolean {
  if (types.representations.size === 0) return false
  return [...columns.values()].some((type) => types.representations.get(type)?.toJson)
}

export function tableScope(cache: SchemaCache, table: Identifier, label: string): Scope {
  const name = key(table.schema, table.name)
  const columns = new Map<string, string>()
  for (const column of cache.tables.get(name)?.columns.values() ?? []) columns.set(column.name, column.type)
  const computed = new Map<string, string>()
  for (const [column, { type }] of cache.computedColumns.get(name) ?? []) computed.set(column, type)
  return { label, columns, computed, types: cache.types }
}

export function resolveField(scope: Scope, field: Field): ResolvedField {
  const type = scope.columns.get(field.name)
  if (type !== undefined) return { ...factsOf(scope, field, type), isComputed: false }
  const computed = scope.computed.get(field.name)
  if (computed !== undefined) return { ...factsOf(scope, field, computed), isComputed: true }
  const hint = columnHint(scope.label, field.name, scope.columns.keys())
  throw columnDoesNotExist(`${scope.label}.${field.name}`, hint)
}

function factsOf({ types }: Scope, { name, path }: Field, type: string): Omit<ResolvedField, 'isComputed'> {
  const representation = path.length === 0 ? (types.representations.get(type) ?? null) : null
  return { column: name, type, baseType: types.baseTypes.get(type) ?? type, path, representation }
}

/** A cast is written without quotes (so that `int` works), therefore it must be a known type's name. */
export function resolveType(cache: SchemaCache, type: string): string {
  const name = type.toLowerCase().replace(/\s+/g, ' ')
  if (!cache.typeNames.has(name)) throw typeDoesNotExist(type)
  return name
}
