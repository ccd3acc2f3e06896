import type { Operation } from '../parse/filter.ts'
import type { Aggregate, SelectItem } from '../parse/select.ts'
import type { Identifier, Relationship, Routine, Table } from '../schema-cache/types.ts'
import type { ResolvedField, Scope } from './scope.ts'

export interface SelectedColumn {
  /** '*' alone, '*' under count(), a resolved field, or 'rows': the number of rows, by its older spelling `rel(count)`. */
  field: ResolvedField | '*' | 'rows'
  alias: string | null
  cast: string | null
  aggregate: Aggregate | null
  aggregateCast: string | null
}

export type WhereTerm =
  | { kind: 'filter'; field: ResolvedField; negated: boolean; operation: Operation }
  | { kind: 'nullEmbed'; child: ReadNode; isNull: boolean }
  | { kind: 'group'; operator: 'and' | 'or'; negated: boolean; members: WhereTerm[] }

export interface OrderBy {
  /** The embedded to-one resource whose column orders, or null for the node's own. */
  child: ReadNode | null
  field: ResolvedField
  direction: 'asc' | 'desc' | null
  nulls: 'first' | 'last' | null
}

/** One resource of a request: the root or an embedded one. */
export interface ReadNode {
  name: string
  alias: string | null
  /** Key of the resource in its parent's object. */
  outputName: string
  join: 'inner' | 'left' | null
  spread: boolean
  depth: number
  relationship: Relationship | null
  /** The relation read; null when it is the result of the mutation or call (the CTE). */
  from: Identifier | null
  /** SQL alias of the FROM item; null for a plain table at the root. */
  fromAlias: string | null
  /** SQL alias of the lateral join that makes the resource's json. */
  joinAlias: string
  scope: Scope
  select: SelectedColumn[]
  where: WhereTerm[]
  order: OrderBy[]
  limit: number | null
  offset: number
  children: ReadNode[]
  items: readonly SelectItem[]
}

export type MutationKind = 'insert' | 'update' | 'put' | 'delete'

export interface BodyColumn {
  name: string
  type: string
  default: string | null
  /** Function that reads the column's type from JSON; null where Postgres does. */
  fromJson: string | null
}

export interface MutationPlan {
  kind: MutationKind
  table: Table
  columns: BodyColumn[]
  /** Column names a cell of RETURNING; ['*'] for all; empty for none. */
  returning: string[]
  where: WhereTerm[]
  scope: Scope
  conflict: { action: 'merge' | 'ignore'; columns: readonly string[] } | null
  applyDefaults: boolean
}

export type CallArguments =
  | { kind: 'none' }
  /** One unnamed parameter that takes the whole body. */
  | { kind: 'body'; type: string; castType: string }
  /** Keys of a JSON body. */
  | { kind: 'json'; isArray: boolean }
  /** Query string or form: one text for each, several for a variadic one. */
  | { kind: 'direct'; values: ReadonlyMap<string, string[]> }

export interface CallPlan {
  routine: Routine
  given: readonly string[]
  arguments: CallArguments
}
