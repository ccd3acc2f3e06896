import type { Routine, RoutineParameter } from '../schema-cache/types.ts'

/** The parts of Swagger 2.0 (docs: swagger.io/specification/v2) that the document uses. */
export interface Property {
  type?: string
  format?: string
  description?: string
  default?: unknown
  enum?: readonly string[]
  maxLength?: number
  items?: { type?: string; format?: string }
}

export interface Parameter {
  name?: string
  in?: string
  required?: boolean
  description?: string
  type?: string
  format?: string
  enum?: readonly string[]
  default?: unknown
  collectionFormat?: string
  items?: { type?: string; format?: string }
  schema?: object
  $ref?: string
}

/** A Postgres type as Swagger's type; json has none, because it may be anything. */
export function swaggerType(type: string): string | undefined {
  if (type.endsWith('[]')) return 'array'
  if (type === 'json' || type === 'jsonb') return undefined
  if (type === 'boolean') return 'boolean'
  if (['smallint', 'integer', 'bigint'].includes(type)) return 'integer'
  if (type === 'real' || type === 'double precision' || type.startsWith('numeric')) return 'number'
  return 'string'
}

/** OpenAPI's own names of widths, and types without their lengths. */
function formatOf(type: string): string {
  if (type === 'smallint' || type === 'integer') return 'int32'
  return type === 'bigint' ? 'int64' : type.replace(/\(\d+(,-?\d+)?\)/, '')
}

export function typed(type: string): Pick<Property, 'type' | 'format' | 'items'> {
  const known = swaggerType(type)
  const items = type.endsWith('[]') ? swaggerType(type.slice(0, -2)) : undefined
  return {
    ...(known === undefined ? {} : { type: known }),
    format: formatOf(type),
    ...(type.endsWith('[]') ? { items: items === undefined ? {} : { type: items } } : {}),
  }
}

/** A function's own schema is not repeated in the types of its parameters. */
function unqualified(type: string, { schema }: Pick<Routine, 'schema'>): string {
  return type.startsWith(`${schema}.`) ? type.slice(schema.length + 1) : type
}

/** A function's parameters as one object: what a POST sends. */
export function argumentsSchema(routine: Routine): object {
  const required = routine.parameters.filter((one) => one.required).map(({ name }) => name)
  return {
    type: 'object',
    ...(routine.description === null ? {} : { description: routine.description }),
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(
      routine.parameters.map(({ name, type }) => [name, typed(unqualified(type, routine))]),
    ),
  }
}

/** One parameter as a GET sends it: arrays as text, variadic ones repeated. */
export function queryParameter(routine: Routine, parameter: RoutineParameter): Parameter {
  const { name, required, variadic } = parameter
  const type = unqualified(parameter.type, routine)
  const base = { name, in: 'query', required }
  if (variadic) return { ...base, type: 'array', collectionFormat: 'multi', items: typed(type.replace(/\[\]$/, '')) }
  const known = swaggerType(type)
  return { ...base, type: known === undefined || known === 'array' ? 'string' : known, format: formatOf(type) }
}
