/** What the service knows of the database. Plain data: plans are made from it without asking Postgres again. */
export interface SchemaCache {
  /** Grows with every load: part of every prepared statement's and cached plan's identity. */
  version: number
  /** By `key(schema, name)`. */
  tables: ReadonlyMap<string, Table>
  /** Outgoing relationships by `key(schema, table)`. */
  relationships: ReadonlyMap<string, Relationship[]>
  /** Overloads by `key(schema, name)`. */
  routines: ReadonlyMap<string, Routine[]>
  /** Computed columns by `key(schema, table)`: function name → result type. */
  computedColumns: ReadonlyMap<string, ReadonlyMap<string, ComputedColumn>>
  /** By name as a column's type is written. */
  types: TypeFacts
  /** Lower-case names that a cast may use. */
  typeNames: ReadonlySet<string>
  /** Settings of `alter role … set …`, by role: applied to the transaction. */
  roleSettings: ReadonlyMap<string, readonly (readonly [string, string])[]>
  /** Comment of each exposed schema, for the OpenAPI document. */
  schemaComments: ReadonlyMap<string, string | null>
  mediaHandlers: readonly MediaHandler[]
}

/** What is known of a type beyond its name. */
export interface TypeFacts {
  /** The type that a domain comes down to, through domains of domains. */
  baseTypes: ReadonlyMap<string, string>
  representations: ReadonlyMap<string, Representation>
}

/** Functions (quoted) of a domain's own casts: how its values look outside. PostgREST calls them data representations. */
export interface Representation {
  toJson: string | null
  fromJson: string | null
  fromText: string | null
}

export interface Identifier {
  schema: string
  name: string
}

export interface Table extends Identifier {
  description: string | null
  isView: boolean
  insertable: boolean
  updatable: boolean
  deletable: boolean
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly string[]
  /** Api roles that may insert into, and update, at least one column. */
  inserters: ReadonlySet<string>
  updaters: ReadonlySet<string>
}

export interface Column {
  name: string
  description: string | null
  nullable: boolean
  /** As `format_type` says it, qualified when it is not in pg_catalog: `character varying(20)`, `public.mood`. */
  type: string
  /** The same for a domain's base type. */
  baseType: string
  maxLength: number | null
  default: string | null
  enumValues: readonly string[]
}

export interface ComputedColumn {
  schema: string
  type: string
}

/** Column pairs: [column of the origin, column of the target]. */
export type ColumnPairs = readonly (readonly [string, string])[]

interface RelationshipBase {
  table: Identifier
  foreign: Identifier
  isSelf: boolean
}

export interface ForeignKeyRelationship extends RelationshipBase {
  kind: 'm2o' | 'o2m' | 'o2o'
  constraint: string
  columns: ColumnPairs
  foreignIsView: boolean
  /** The key is the origin's own; its inverse has the same kind where it is one-to-one. */
  ownsKey: boolean
}

export interface ManyToManyRelationship extends RelationshipBase {
  kind: 'm2m'
  junction: {
    table: Identifier
    constraint1: string
    constraint2: string
    /** [origin column, junction column] */
    source: ColumnPairs
    /** [target column, junction column] */
    target: ColumnPairs
  }
}

/** A function that takes the origin's row and returns the target's row or rows. */
export interface ComputedRelationship extends RelationshipBase {
  kind: 'computed'
  routine: Identifier
  toOne: boolean
}

export type Relationship = ForeignKeyRelationship | ManyToManyRelationship | ComputedRelationship

export interface RoutineParameter {
  /** '' when unnamed. */
  name: string
  type: string
  /** The type without a length, for casting an argument without cutting it. */
  castType: string
  required: boolean
  variadic: boolean
}

export interface Routine extends Identifier {
  oid: number
  description: string | null
  parameters: readonly RoutineParameter[]
  returnsSet: boolean
  returns: 'void' | 'scalar' | 'composite'
  returnType: string
  /** The relation whose row type is returned. */
  returnTable: Identifier | null
  /** Output columns of a composite result; null when only the call itself can tell (`returns record`). */
  returnColumns: ReadonlyMap<string, string> | null
  volatility: 'immutable' | 'stable' | 'volatile'
  /** Api roles that may call it. */
  callers: ReadonlySet<string>
}

/** A domain named like a media type, made by an aggregate or returned by a function. */
export interface MediaHandler {
  handler: Identifier
  /** null: any element. */
  target: Identifier | null
  mediaType: string
  resolvedMediaType: string
  kind: 'aggregate' | 'function'
  /** The domain is based on bytea: the result is the body's bytes. */
  isBytes: boolean
}

export function key(schema: string, name: string): string {
  return `${schema}\u0000${name}`
}

export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.toOne
  return relationship.kind === 'm2o' || relationship.kind === 'o2o'
}
