/** Which rows a filter means, as jobs and exports understand it (`private.filter_sql`): all conditions must hold. */
export interface Condition {
  column: string
  op: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'is_null' | 'is_not_null'
  value?: string | number
  /** Of `contains`: further columns, one of which may hold the value instead. */
  also?: string[]
}
