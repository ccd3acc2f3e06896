import { tableNotFound } from '../errors.ts'
import { key, type SchemaCache, type Table } from '../schema-cache/types.ts'
import { closest } from './fuzzy.ts'

/** The table or view that a path names; a refusal suggests the one that was probably meant. */
export function findTable(cache: SchemaCache, schema: string, name: string): Table {
  const table = cache.tables.get(key(schema, name))
  if (table) return table
  const names = [...cache.tables.values()].filter((one) => one.schema === schema).map((one) => one.name)
  throw tableNotFound(schema, name, closest(name, names, 0.75))
}
