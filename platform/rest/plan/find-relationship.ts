import { relationshipAmbiguous, relationshipNotFound } from '../errors.ts'
import type { JsonObject } from '../rest-error.ts'
import {
  type ColumnPairs,
  type ForeignKeyRelationship,
  key,
  type Relationship,
  type SchemaCache,
} from '../schema-cache/types.ts'
import { closest } from './fuzzy.ts'

export interface RelationshipRequest {
  cache: SchemaCache
  /** Schema of the request: targets outside it cannot be embedded. */
  schema: string
  origin: { schema: string; name: string }
  target: string
  hint: string | null
}

/** The one relationship between a resource and what is to be embedded in it, or the error that says why not. */
export function findRelationship(request: RelationshipRequest): Relationship {
  const { cache, schema, origin, target, hint } = request
  const outgoing = relationshipsOf(cache, origin, schema)
  const matches = outgoing.filter((candidate) => isMatch(candidate, target, hint))
  const [first] = matches
  if (!first) {
    const suggestion = suggest({ ...request, outgoing })
    throw relationshipNotFound({ parent: origin.name, child: target, hint, schema, suggestion })
  }
  if (matches.length === 1) return first
  throw relationshipAmbiguous({
    parent: origin.name,
    child: target,
    details: matches.map(describe),
    choices: matches.map(choice).join(', '),
  })
}

function relationshipsOf(cache: SchemaCache, origin: { schema: string; name: string }, schema: string) {
  const all = cache.relationships.get(key(origin.schema, origin.name)) ?? []
  return all.filter((candidate) => candidate.foreign.schema === schema)
}

function isMatch(candidate: Relationship, target: string, hint: string | null): boolean {
  if (candidate.kind === 'computed') return target === candidate.routine.name
  if (candidate.isSelf) return isSelfMatch(candidate, target, hint)
  const byName = target === candidate.foreign.name
  if (hint === null) {
    if (byName) return true
    // Constraint and column names work as targets of tables only: a view would make them ambiguous.
    return (
      candidate.kind !== 'm2m' &&
      !candidate.foreignIsView &&
      (target === candidate.constraint || hasColumn(candidate.columns, 0, target))
    )
  }
  if (!byName) return false
  if (candidate.kind === 'm2m') return hint === candidate.junction.table.name
  return hint === candidate.constraint || hasColumn(candidate.columns, 0, hint) || hasColumn(candidate.columns, 1, hint)
}

/** One foreign key to the own table is two relationships; names choose the direction. */
function isSelfMatch(
  candidate: Exclude<Relationship, { kind: 'computed' }>,
  target: string,
  hint: string | null,
): boolean {
  const byName = target === candidate.foreign.name
  if (candidate.kind === 'm2m') return byName && hint === candidate.junction.table.name
  if (hint === null) {
    if (candidate.kind === 'o2m') return byName
    return candidate.kind === 'm2o' && hasColumn(candidate.columns, 0, target)
  }
  // Not by the constraint, which is both directions' name.
  return byName && candidate.kind === 'o2m' && hasColumn(candidate.columns, 1, hint)
}

function hasColumn(columns: ColumnPairs, side: 0 | 1, name: string): boolean {
  return columns.length === 1 && columns[0]?.[side] === name
}

const CARDINALITY = { m2o: 'many-to-one', o2m: 'one-to-many', o2o: 'one-to-one' } as const

function describe(candidate: Relationship): JsonObject {
  if (candidate.kind === 'computed') return {}
  const embedding = `${candidate.table.name} with ${candidate.foreign.name}`
  if (candidate.kind === 'm2m') {
    const { junction } = candidate
    const source = list(junction.source.map(([, column]) => column))
    const target = list(junction.target.map(([, column]) => column))
    return {
      cardinality: 'many-to-many',
      embedding,
      relationship: `${junction.table.name} using ${junction.constraint1}${source} and ${junction.constraint2}${target}`,
    }
  }
  return { cardinality: CARDINALITY[candidate.kind], embedding, relationship: keyText(candidate) }
}

function keyText({ constraint, table, foreign, columns }: ForeignKeyRelationship): string {
  const own = list(columns.map(([column]) => column))
  const other = list(columns.map(([, column]) => column))
  return `${constraint} using ${table.name}${own} and ${foreign.name}${other}`
}

function list(columns: readonly string[]): string {
  return `(${columns.join(', ')})`
}

function choice(candidate: Relationship): string {
  if (candidate.kind === 'computed') return ''
  const hint = candidate.kind === 'm2m' ? candidate.junction.table.name : candidate.constraint
  return `'${candidate.foreign.name}!${hint}'`
}

function suggest(request: RelationshipRequest & { outgoing: readonly Relationship[] }): string | null {
  const { cache, schema, origin, target, outgoing } = request
  if (outgoing.length > 0) {
    const names = outgoing.map(({ foreign }) => foreign.name)
    // A known child means that the hint was wrong; another name would not help.
    if (names.includes(target)) return null
    const child = closest(target, names)
    return child === null ? null : `Perhaps you meant '${child}' instead of '${target}'.`
  }
  const parents = [...cache.relationships.values()].flatMap(([first]) =>
    first && first.table.schema === schema ? [first.table.name] : [],
  )
  const parent = closest(origin.name, parents)
  return parent === null || parent === origin.name ? null : `Perhaps you meant '${parent}' instead of '${origin.name}'.`
}
