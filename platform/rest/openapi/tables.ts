import { type Column, key, type SchemaCache, type Table } from '../schema-cache/types.ts'
import { type Parameter, type Property, swaggerType, typed } from './types.ts'

export function tableDefinition(cache: SchemaCache, table: Table): object {
  const columns = [...table.columns.values()]
  const required = columns.filter(({ nullable }) => !nullable).map(({ name }) => name)
  return {
    ...(table.description === null ? {} : { description: table.description }),
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(columns.map((column) => [column.name, columnProperty(cache, table, column)])),
    type: 'object',
  }
}

function columnProperty(cache: SchemaCache, table: Table, column: Column): Property {
  const description = columnDescription(cache, table, column)
  const value = defaultValue(column)
  return {
    ...(value === undefined ? {} : { default: value }),
    ...(description === null ? {} : { description }),
    ...(column.enumValues.length === 0 ? {} : { enum: column.enumValues }),
    ...(column.maxLength === null ? {} : { maxLength: column.maxLength }),
    ...typed(column.baseType),
  }
}

/** Keys are marked in the words and tags that Supabase's own tools read. */
function columnDescription(cache: SchemaCache, table: Table, column: Column): string | null {
  const notes: string[] = []
  if (table.primaryKey.includes(column.name)) notes.push('This is a Primary Key.<pk/>')
  const target = foreignTarget(cache, table, column.name)
  if (target) {
    const { name, foreign } = target
    notes.push(`This is a Foreign Key to \`${name}.${foreign}\`.<fk table='${name}' column='${foreign}'/>`)
  }
  if (notes.length === 0) return column.description
  const own = column.description === null ? '' : `${column.description}\n\n`
  return `${own}Note:\n${notes.join('\n')}`
}

function foreignTarget(cache: SchemaCache, table: Table, column: string): { name: string; foreign: string } | null {
  const outgoing = cache.relationships.get(key(table.schema, table.name)) ?? []
  for (const relationship of outgoing) {
    if (relationship.kind === 'computed' || relationship.kind === 'm2m') continue
    if (!relationship.ownsKey || relationship.foreignIsView) continue
    const [pair, second] = relationship.columns
    if (pair?.[0] === column && second === undefined) return { name: relationship.foreign.name, foreign: pair[1] }
  }
  return null
}

/** Literals as values, expressions as text. */
function defaultValue({ default: expression, baseType }: Column): unknown {
  if (expression === null) return undefined
  const kind = swaggerType(baseType)
  if (kind === 'string') return /^'((?:[^']|'')*)'::/.exec(expression)?.[1]?.replaceAll("''", "'") ?? expression
  try {
    return JSON.parse(expression)
  } catch {
    return undefined
  }
}

/** Parameters that the operations of a table refer to: its body and one filter for each column. */
export function tableParameters(table: Table): [string, Parameter][] {
  const body: Parameter = {
    name: table.name,
    description: table.name,
    required: false,
    in: 'body',
    schema: { $ref: `#/definitions/${table.name}` },
  }
  const filters = [...table.columns.values()].map((column): [string, Parameter] => [
    `rowFilter.${table.name}.${column.name}`,
    {
      name: column.name,
      ...(column.description === null ? {} : { description: column.description }),
      required: false,
      in: 'query',
      type: 'string',
    },
  ])
  return [[`body.${table.name}`, body], ...filters]
}

export function tablePath(table: Table): object {
  const filters = [...table.columns.keys()].map((column) => reference(`rowFilter.${table.name}.${column}`))
  const [summary = '', ...rest] = (table.description ?? '').split('\n')
  const description = rest.join('\n').replace(/^\n+/, '')
  const shared = {
    tags: [table.name],
    ...(summary === '' ? {} : { summary }),
    ...(description === '' ? {} : { description }),
  }
  const paging = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'].map(reference)
  const rows = { type: 'array', items: { $ref: `#/definitions/${table.name}` } }
  const get = {
    ...shared,
    parameters: [...filters, ...paging],
    responses: { '200': { description: 'OK', schema: rows }, '206': { description: 'Partial Content' } },
  }
  if (!table.insertable && !table.updatable && !table.deletable) return { get }
  const body = reference(`body.${table.name}`)
  const none = { '204': { description: 'No Content' } }
  return {
    get,
    post: {
      ...shared,
      parameters: [body, reference('select'), reference('preferPost')],
      responses: { '201': { description: 'Created' } },
    },
    patch: { ...shared, parameters: [...filters, body, reference('preferReturn')], responses: none },
    delete: { ...shared, parameters: [...filters, reference('preferReturn')], responses: none },
  }
}

function reference(name: string): Parameter {
  return { $ref: `#/parameters/${name}` }
}
