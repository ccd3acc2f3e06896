/** How a value's text becomes JSON, as Postgres' own to_json does it. */
export type JsonForm = 'number' | 'boolean' | 'json' | 'text' | 'date' | 'timestamp' | 'timestamptz'

/**
 * Built-in types whose JSON follows from their text alone, by format_type's name with their object id. All others
 * (arrays, composites, enums, what an extension brings with a cast to json of its own) are left to Postgres.
 * Source: json_categorize_type and datum_to_json_internal in src/backend/utils/adt/json.c.
 */
const SIMPLE_TYPES: readonly (readonly [name: string, oid: number, form: JsonForm])[] = [
  ['boolean', 16, 'boolean'],
  ['smallint', 21, 'number'],
  ['integer', 23, 'number'],
  ['bigint', 20, 'number'],
  ['real', 700, 'number'],
  ['double precision', 701, 'number'],
  ['numeric', 1700, 'number'],
  ['json', 114, 'json'],
  ['jsonb', 3802, 'json'],
  ['date', 1082, 'date'],
  ['timestamp without time zone', 1114, 'timestamp'],
  ['timestamp with time zone', 1184, 'timestamptz'],
  ['text', 25, 'text'],
  ['character varying', 1043, 'text'],
  ['character', 1042, 'text'],
  ['name', 19, 'text'],
  ['uuid', 2950, 'text'],
  ['bytea', 17, 'text'],
  ['time without time zone', 1083, 'text'],
  ['time with time zone', 1266, 'text'],
  ['interval', 1186, 'text'],
  ['inet', 869, 'text'],
  ['cidr', 650, 'text'],
  ['tsvector', 3614, 'text'],
]

const names = new Set(SIMPLE_TYPES.map(([name]) => name))
const forms = new Map(SIMPLE_TYPES.map(([, oid, form]) => [oid, form]))

/** `type` as the schema cache has it: `numeric(10,2)`, `timestamp(3) with time zone`, `public.mood`. */
export function isSimpleType(type: string): boolean {
  return names.has(type.replace(/\(\d+(,-?\d+)?\)/, ''))
}

export function jsonFormOf(oid: number): JsonForm | null {
  return forms.get(oid) ?? null
}
