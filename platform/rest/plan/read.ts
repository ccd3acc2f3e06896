import {
  aggregatesOff,
  badEmbedFilter,
  embedTooDeep,
  notEmbedded,
  notImplemented,
  relatedOrderNotToOne,
} from '../errors.ts'
import type { Field } from '../parse/field.ts'
import type { Logic } from '../parse/filter.ts'
import type { OrderTerm } from '../parse/order.ts'
import type { Located, QueryParameters } from '../parse/query.ts'
import type { SelectedField, SelectedRelation, SelectItem } from '../parse/select.ts'
import { type Identifier, isToOne, type Relationship, type SchemaCache } from '../schema-cache/types.ts'
import { findRelationship } from './find-relationship.ts'
import { hasRepresentation, type ResolvedField, resolveField, resolveType, type Scope, tableScope } from './scope.ts'
import type { OrderBy, ReadNode, SelectedColumn, WhereTerm } from './types.ts'

export interface ReadOptions {
  cache: SchemaCache
  schema: string
  query: QueryParameters
  root: { name: string; from: Identifier | null; relation: Identifier; scope: Scope }
  /** Mutations: root filters choose the rows to change, and root limits do not apply. */
  isMutation: boolean
  aggregatesEnabled: boolean
  maxRows: number | null
  maxDepth: number
}

/** The tree of resources that a request reads, with every name resolved. */
export function planRead(options: ReadOptions): ReadNode {
  const { query, root } = options
  const node: ReadNode = {
    ...emptyNode(),
    name: root.name,
    alias: null,
    outputName: root.name,
    join: null,
    spread: false,
    depth: 0,
    relationship: null,
    from: root.from,
    fromAlias: root.from ? null : root.name,
    joinAlias: '',
    scope: root.scope,
    items: query.select,
  }
  addChildren(options, node, root.relation)
  for (const located of query.filters) {
    if (options.isMutation && located.path.length === 0) continue
    addWhere(nodeAt(node, located), located.value)
  }
  for (const located of query.logic) {
    if (options.isMutation && located.path.length === 0) continue
    addWhere(nodeAt(node, located), located.value)
  }
  // A mutation's own order is that of the rows it returns.
  for (const located of query.order) {
    const target = nodeAt(node, located)
    target.order = located.value.map((term) => resolveOrder(target, term))
  }
  addLimits(options, node)
  addColumns(options, node, false)
  return node
}

/** What the rest of the query fills in. */
function emptyNode(): Pick<ReadNode, 'select' | 'where' | 'order' | 'limit' | 'offset' | 'children'> {
  return { select: [], where: [], order: [], limit: null, offset: 0, children: [] }
}

function addChildren(options: ReadOptions, node: ReadNode, origin: Identifier): void {
  for (const item of node.items) {
    if (item.kind !== 'relation') continue
    const depth = node.depth + 1
    if (depth > options.maxDepth) throw embedTooDeep(options.maxDepth)
    const relationship = findRelationship({
      cache: options.cache,
      schema: options.schema,
      origin,
      target: item.name,
      hint: item.hint,
    })
    const child = makeChild(options, item, depth, relationship)
    node.children.push(child)
    addChildren(options, child, relationship.foreign)
  }
}

function makeChild(options: ReadOptions, item: SelectedRelation, depth: number, relationship: Relationship): ReadNode {
  const { foreign, table } = relationship
  const alias = `${foreign.name}_${depth}`
  // PostgREST gives many-to-many targets no alias, and clients match its error texts.
  const label = relationship.kind === 'm2m' ? foreign.name : alias
  return {
    ...emptyNode(),
    name: item.name,
    alias: item.alias,
    outputName: item.alias ?? item.name,
    join: item.join,
    spread: item.spread,
    depth,
    relationship,
    from: foreign,
    fromAlias: alias,
    joinAlias: `${table.name}_${item.alias ?? item.name}_${depth}`,
    scope: tableScope(options.cache, foreign, label),
    items: item.items,
  }
}

function nodeAt(root: ReadNode, { path }: Located<unknown>): ReadNode {
  let node = root
  for (const name of path) {
    const child = node.children.find((candidate) => candidate.name === name || candidate.alias === name)
    if (!child) throw notEmbedded(name)
    node = child
  }
  return node
}

function addWhere(node: ReadNode, logic: Logic): void {
  node.where.push(resolveLogic(node, logic))
}

export function resolveLogic(node: Pick<ReadNode, 'scope' | 'children'>, logic: Logic): WhereTerm {
  if (logic.kind === 'group') {
    return { ...logic, members: logic.members.map((member) => resolveLogic(node, member)) }
  }
  const { field, negated, operation } = logic
  const child = field.path.length === 0 ? node.children.find(({ outputName }) => outputName === field.name) : undefined
  if (child) {
    const isNull = operation.kind === 'is' && operation.value === 'null'
    const isNotNull = operation.kind === 'is' && operation.value === 'not_null'
    if (isNull || isNotNull) return { kind: 'nullEmbed', child, isNull: isNull !== negated }
    if (!node.scope.columns.has(field.name)) throw badEmbedFilter(field.name)
  }
  return { kind: 'filter', field: resolveField(node.scope, field), negated, operation }
}

function resolveOrder(node: ReadNode, term: OrderTerm): OrderBy {
  const { direction, nulls } = term
  if (term.relation === null) return { child: null, field: resolveField(node.scope, term.field), direction, nulls }
  const child = node.children.find(({ outputName }) => outputName === term.relation)
  if (!child) throw notEmbedded(term.relation)
  if (!child.relationship || !isToOne(child.relationship)) throw relatedOrderNotToOne(node.name, child.outputName)
  return { child, field: aliasedField(child, term.field) ?? resolveField(child.scope, term.field), direction, nulls }
}

/** The parent sees an embedded column under the name that it was given. */
function aliasedField({ items, scope }: ReadNode, { name, path }: Field): ResolvedField | null {
  const item = items.find((one) => one.kind === 'field' && one.alias === name && one.aggregate === null)
  if (item?.kind !== 'field') return null
  return { ...resolveField(scope, item.field), column: name, path }
}

function addLimits(options: ReadOptions, root: ReadNode): void {
  for (const located of options.query.limits) {
    if (options.isMutation && located.path.length === 0) continue
    const node = nodeAt(root, located)
    node.limit = located.value.limit
    node.offset = Math.max(0, located.value.offset ?? 0)
  }
  if (!options.isMutation) capRows(root, options.maxRows)
}

function capRows(node: ReadNode, maxRows: number | null): void {
  // One row needs no limit, and a limit would hide the join from the planner.
  const single = node.relationship !== null && isToOne(node.relationship)
  if (maxRows !== null && !(single && node.limit === null)) node.limit = Math.min(node.limit ?? maxRows, maxRows)
  for (const child of node.children) capRows(child, maxRows)
}

function addColumns(options: ReadOptions, node: ReadNode, underAggregate: boolean): void {
  const fields = node.items.filter((item) => item.kind === 'field')
  const own = fields.some(({ aggregate }) => aggregate !== null)
  if (own && !options.aggregatesEnabled) throw aggregatesOff()
  const grouped = underAggregate || own || node.items.some((item) => item.kind === 'relation' && hoists(item))
  if (own && node.spread && node.relationship && !isToOne(node.relationship)) {
    throw notImplemented('Aggregates are not implemented for one-to-many or many-to-many spreads.')
  }
  // A star must be spelt out where its columns are grouped by or become the parent's, and where the relation
  // behind it is a result that has lost the functions of its row type.
  const hasComputed = node.from === null && fields.length > 1
  const spellOut = grouped || node.spread || hasComputed || hasRepresentation(node.scope)
  for (const field of fields) node.select.push(...resolveSelected(options, node, field, spellOut))
  for (const child of node.children) addColumns(options, child, grouped && child.spread)
}

/** True when a spread's aggregates are computed over the parent's rows. */
function hoists(item: SelectItem): boolean {
  if (item.kind === 'field' || !item.spread) return false
  return item.items.some((inner) => (inner.kind === 'field' ? inner.aggregate !== null : hoists(inner)))
}

function resolveSelected(
  options: ReadOptions,
  node: ReadNode,
  item: SelectedField,
  spellOut: boolean,
): SelectedColumn[] {
  const cast = item.cast === null ? null : resolveType(options.cache, item.cast)
  const aggregateCast = item.aggregateCast === null ? null : resolveType(options.cache, item.aggregateCast)
  const { aggregate } = item
  if (item.field.name === '*' && item.field.path.length === 0) {
    if (aggregate !== null || !spellOut) {
      return [{ field: '*', alias: item.alias, cast, aggregate, aggregateCast }]
    }
    return [...node.scope.columns.keys()].map((name) => ({
      field: resolveField(node.scope, { name, path: [] }),
      alias: null,
      cast: null,
      aggregate: null,
      aggregateCast: null,
    }))
  }
  if (isRowCount(node, item)) {
    return [{ field: 'rows', alias: item.alias ?? 'count', cast, aggregate: null, aggregateCast: null }]
  }
  const field = resolveField(node.scope, item.field)
  const alias = item.alias ?? (aggregate === null ? jsonAlias(item) : null)
  return [{ field, alias, cast, aggregate, aggregateCast }]
}

/**
 * `comments(count)` counts rows unless there is a column of that name. Postgres reads `row.count` as `count(row)`, which
 * is why it has always worked, with or without the switch for aggregates, and without grouping by anything.
 */
function isRowCount({ scope }: ReadNode, { field, aggregate }: SelectedField): boolean {
  if (field.name !== 'count' || field.path.length > 0 || aggregate !== null) return false
  return !scope.columns.has('count') && !scope.computed.has('count')
}

/** `data->a->>b` is shown as `b`, `data->a->0` as `a`, `data->0` as `data`. */
function jsonAlias({ field }: SelectedField): string | null {
  if (field.path.length === 0) return null
  for (const step of [...field.path].reverse()) if ('key' in step.operand) return step.operand.key
  return field.name
}
