import type { Aggregate } from '../parse/select.ts'
import type { ResolvedField } from '../plan/scope.ts'
import type { ReadNode, SelectedColumn, WhereTerm } from '../plan/types.ts'
import { isToOne, type Relationship } from '../schema-cache/types.ts'
import { columnExpression, filterExpression, quote, quoteTable } from './expressions.ts'
import type { Parameters } from './parameters.ts'
import { isSimpleType } from './simple-types.ts'

/** Name of the common table expression that holds a request's rows. */
export const SOURCE = 'pgrst_source'

/** One column of a rendered resource, as its parent sees it. */
interface Output {
  name: string
  /** Postgres cannot group by json, only by jsonb. */
  isJson: boolean
  /** An aggregate that a to-one spread hands to the parent, whose rows it is computed over. */
  pending: { aggregate: Aggregate; cast: string | null; alias: string } | null
}

interface Item {
  value: string
  /** Null where the value names itself. */
  alias: string | null
  aggregated: boolean
  output: Output
}

export interface RenderOptions {
  /** Shows columns whose type is not simple as JSON, so that every column's text is enough to make JSON of the rows. */
  jsonOfOthers?: boolean
}

export function renderRead(node: ReadNode, parameters: Parameters, options: RenderOptions = {}): string {
  return renderNode(node, null, parameters, options).sql
}

function renderNode(
  node: ReadNode,
  parent: ReadNode | null,
  parameters: Parameters,
  { jsonOfOthers = false }: RenderOptions = {},
): { sql: string; outputs: Output[] } {
  const source = sourceOf(node)
  const hoists = node.spread && node.relationship !== null && isToOne(node.relationship)
  const items = node.select.map((column, at) =>
    renderColumn({ node, column, at, hoists, source, parameters, jsonOfOthers }),
  )
  const joins: string[] = []
  for (const child of node.children) {
    const rendered = renderNode(child, node, parameters)
    joins.push(renderJoin(child, rendered))
    if (child.spread) items.push(...rendered.outputs.map((output) => spreadItem(child, output, hoists)))
    else if (!isEmptyEmbed(child)) items.push(jsonItem(child))
  }
  const grouped = items.some(({ aggregated }) => aggregated)
  const list = items.map((item) => renderItem(item, grouped))
  const isBare = node.select.length === 0 && node.children.length === 0
  const parts = [`SELECT ${isBare ? `${source}.*` : list.join(', ')} FROM ${fromItem(node, parent)}${joins.join('')}`]
  const where = [...node.where.map((term) => renderWhere(source, term, parameters)), ...joinConditions(node, parent)]
  if (where.length > 0) parts.push(`WHERE ${where.join(' AND ')}`)
  if (grouped) {
    const positions = items.flatMap(({ aggregated }, at) => (aggregated ? [] : [String(at + 1)]))
    if (positions.length > 0) parts.push(`GROUP BY ${positions.join(', ')}`)
  }
  if (node.order.length > 0)
    parts.push(`ORDER BY ${node.order.map((term) => orderTerm(source, term, parameters)).join(', ')}`)
  if (node.limit !== null) parts.push(`LIMIT ${node.limit}`)
  if (node.offset > 0) parts.push(`OFFSET ${parameters.add(String(node.offset))}::bigint`)
  return { sql: parts.join(' '), outputs: items.map(({ output }) => output) }
}

function renderItem({ value, alias, aggregated, output }: Item, grouped: boolean): string {
  const shown = grouped && !aggregated && output.isJson ? `(${value})::jsonb` : value
  return alias === null ? shown : `${shown} AS ${quote(alias)}`
}

function renderColumn(options: {
  node: ReadNode
  column: SelectedColumn
  at: number
  hoists: boolean
  source: string
  parameters: Parameters
  jsonOfOthers: boolean
}): Item {
  const { column, source, parameters, hoists, node } = options
  const { aggregate } = column
  if (column.field === '*' && aggregate === null) {
    return { value: `${source}.*`, alias: null, aggregated: false, output: { name: '*', isJson: false, pending: null } }
  }
  if (aggregate === null) return renderPlainColumn(options)
  const value = cast(fieldValue({ node, field: column.field, source, parameters, hoists }), column.cast)
  const alias = column.alias ?? aggregate
  if (hoists) {
    const name = `${node.joinAlias}_${options.at}`
    const pending = { aggregate, cast: column.aggregateCast, alias }
    return { value, alias: name, aggregated: false, output: { name, isJson: false, pending } }
  }
  const result = cast(`${aggregate}(${value})`, column.aggregateCast)
  return { value: result, alias, aggregated: true, output: { name: alias, isJson: false, pending: null } }
}

function renderPlainColumn(options: {
  node: ReadNode
  column: SelectedColumn
  hoists: boolean
  source: string
  parameters: Parameters
  jsonOfOthers: boolean
}): Item {
  const { column } = options
  const { field } = column
  const plain = fieldValue({ ...options, field })
  const name = column.alias ?? (typeof field === 'object' ? field.column : '*')
  const toJson = typeof field === 'object' ? field.representation?.toJson : null
  const output = { name, isJson: toJson != null && column.cast === null, pending: null }
  if (toJson != null) return { value: cast(`${toJson}(${plain})`, column.cast), alias: name, aggregated: false, output }
  const value = cast(plain, column.cast)
  if (options.jsonOfOthers && !isSimpleType(typeOf(column))) {
    return { value: `to_json(${value})`, alias: name, aggregated: false, output }
  }
  return { value, alias: column.alias, aggregated: false, output }
}

/** Of a column's value as it is shown. */
function typeOf({ field, cast: type }: SelectedColumn): string {
  if (type !== null) return type
  if (typeof field !== 'object') return ''
  const last = field.path.at(-1)
  if (last) return last.arrow === '->>' ? 'text' : 'jsonb'
  return field.type
}

function fieldValue(options: {
  node: ReadNode
  field: ResolvedField | '*' | 'rows'
  source: string
  parameters: Parameters
  hoists: boolean
}): string {
  const { field, source, parameters, hoists } = options
  if (field === 'rows') return `count(${rowOf(options.node)})`
  if (field !== '*') return columnExpression(source, field, parameters)
  // The parent counts the rows that were found, so the child hands over the row itself.
  return hoists ? source : '*'
}

function cast(sql: string, type: string | null): string {
  return type === null ? sql : `CAST(${sql} AS ${type})`
}

function spreadItem(child: ReadNode, output: Output, hoists: boolean): Item {
  const value = `${quote(child.joinAlias)}.${quote(output.name)}`
  // The rows of a to-many resource come as a list.
  const isJson = output.isJson || !isSpreadToOne(child)
  if (!output.pending) {
    return { value, alias: output.name, aggregated: false, output: { name: output.name, isJson, pending: null } }
  }
  if (hoists) return { value, alias: output.name, aggregated: false, output }
  const { aggregate, cast: type, alias } = output.pending
  const result = cast(`${aggregate}(${value})`, type)
  return { value: result, alias, aggregated: true, output: { name: alias, isJson: false, pending: null } }
}

function isSpreadToOne({ relationship }: ReadNode): boolean {
  return relationship !== null && isToOne(relationship)
}

function jsonItem(child: ReadNode): Item {
  const alias = quote(child.joinAlias)
  const toOne = child.relationship !== null && isToOne(child.relationship)
  const value = toOne ? `row_to_json(${alias}.*)` : `COALESCE(${alias}.${alias}, '[]')`
  const name = child.outputName
  return { value: `${value}::json`, alias: name, aggregated: false, output: { name, isJson: true, pending: null } }
}

/** `rel()` and `rel(other())` join without showing anything. */
function isEmptyEmbed(node: ReadNode): boolean {
  return node.items.every((item) => item.kind === 'relation') && node.children.every(isEmptyEmbed)
}

function renderJoin(child: ReadNode, { sql, outputs }: { sql: string; outputs: readonly Output[] }): string {
  const alias = quote(child.joinAlias)
  const join = child.join === 'inner' ? 'INNER' : 'LEFT'
  if (child.relationship !== null && isToOne(child.relationship)) {
    return ` ${join} JOIN LATERAL ( ${sql} ) AS ${alias} ON TRUE`
  }
  const lists = outputs.map(({ name }) => `COALESCE(json_agg(${alias}.${quote(name)}), '[]') AS ${quote(name)}`)
  const columns = child.spread ? [`bool_or(true) AS ${alias}`, ...lists] : [`json_agg(${alias}) AS ${alias}`]
  const on = child.join === 'inner' ? `${alias}.${alias} IS NOT NULL` : 'TRUE'
  return ` ${join} JOIN LATERAL ( SELECT ${columns.join(', ')} FROM ( ${sql} ) AS ${alias} ) AS ${alias} ON ${on}`
}

export function sourceOf(node: Pick<ReadNode, 'fromAlias' | 'from'>): string {
  if (node.fromAlias !== null) return quote(node.fromAlias)
  return node.from ? quoteTable(node.from) : quote(SOURCE)
}

export function fromItem(node: ReadNode, parent: ReadNode | null): string {
  const { relationship } = node
  const suffix = node.fromAlias === null ? '' : ` AS ${quote(node.fromAlias)}`
  if (relationship?.kind === 'computed' && parent) {
    // The cast chooses the overload when the parent is a result that has lost its row type.
    const row = `${rowOf(parent)}::${quoteTable(relationship.table)}`
    return `${quoteTable(relationship.routine)}(${row})${suffix}`
  }
  const table = `${node.from ? quoteTable(node.from) : quote(SOURCE)}${suffix}`
  if (relationship?.kind !== 'm2m') return table
  return `${table}, ${quoteTable(relationship.junction.table)} AS ${quote(junctionAlias(node))}`
}

/** A whole-row reference takes no schema. */
function rowOf(node: ReadNode): string {
  return quote(node.fromAlias ?? node.from?.name ?? SOURCE)
}

function junctionAlias(node: ReadNode): string {
  return `${node.joinAlias}_junction`
}

export function joinConditions(node: ReadNode, parent: ReadNode | null): string[] {
  const { relationship } = node
  if (!relationship || !parent) return []
  return conditions(node, relationship, sourceOf(parent))
}

function conditions(node: ReadNode, relationship: Relationship, parent: string): string[] {
  const own = sourceOf(node)
  if (relationship.kind === 'computed') return []
  if (relationship.kind === 'm2m') {
    const junction = quote(junctionAlias(node))
    const { source, target } = relationship.junction
    return [
      ...target.map(([column, through]) => `${own}.${quote(column)} = ${junction}.${quote(through)}`),
      ...source.map(([column, through]) => `${junction}.${quote(through)} = ${parent}.${quote(column)}`),
    ]
  }
  return relationship.columns.map(([column, foreign]) => `${own}.${quote(foreign)} = ${parent}.${quote(column)}`)
}

export function renderWhere(source: string, term: WhereTerm, parameters: Parameters): string {
  if (term.kind === 'filter') return filterExpression(source, term, parameters)
  if (term.kind === 'nullEmbed')
    return `${quote(term.child.joinAlias)} IS ${term.isNull ? 'NOT ' : ''}DISTINCT FROM NULL`
  const joined = term.members
    .map((member) => renderWhere(source, member, parameters))
    .join(` ${term.operator.toUpperCase()} `)
  return `${term.negated ? 'NOT ' : ''}(${joined})`
}

function orderTerm(source: string, term: ReadNode['order'][number], parameters: Parameters): string {
  const from = term.child ? quote(term.child.joinAlias) : source
  const direction = term.direction === null ? '' : ` ${term.direction.toUpperCase()}`
  const nulls = term.nulls === null ? '' : ` NULLS ${term.nulls.toUpperCase()}`
  return `${columnExpression(from, term.field, parameters)}${direction}${nulls}`
}
