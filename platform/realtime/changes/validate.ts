import type pg from 'pg'
import type { Caller } from '../../kernel/caller.ts'
import { SubscriptionError } from '../errors.ts'
import { CHANGES_PUBLICATION } from './server-check.ts'
import type { Condition, SubscriptionParams } from './subscription-params.ts'

/** Values an `in` may list, as on hosted. */
const MAX_IN_VALUES = 100

interface PublishedColumn {
  table_oid: number
  name: string
  type_oid: number
  readable: boolean
}

/**
 * Refuses a subscription that could never deliver anything: a table that is not published, a column that the caller
 * may not read, a value or an operator that the column's type does not have. PostgreSQL itself is asked the last two.
 */
export async function validateSubscription(pool: pg.Pool, caller: Caller, params: SubscriptionParams): Promise<void> {
  const { rows } = await pool.query<PublishedColumn>({
    name: 'realtime_validate',
    text: `select c.oid::int8::int as table_oid, a.attname as name, a.atttypid::int8::int as type_oid,
        has_column_privilege($4, c.oid, a.attnum, 'select') as readable
      from pg_catalog.pg_publication_tables p
      join pg_catalog.pg_namespace n on n.nspname = p.schemaname
      join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where p.pubname = $1 and ($2 = '*' or p.schemaname = $2) and ($3 = '*' or p.tablename = $3)`,
    values: [CHANGES_PUBLICATION, params.schema, params.table, caller.role],
  })
  if (rows.length === 0) {
    throw new SubscriptionError(
      `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${describe(params)}]`,
    )
  }
  try {
    for (const table of new Set(rows.map((row) => row.table_oid))) {
      const columns = new Map(rows.filter((row) => row.table_oid === table).map((row) => [row.name, row]))
      for (const name of params.select ?? []) {
        if (!columns.get(name)?.readable) throw new Error(`invalid column for select ${name}`)
      }
      for (const condition of params.conditions) await tryCondition(pool, columns, condition)
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SubscriptionError(
      `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [${describe(params)}]. Exception: ${reason}`,
    )
  }
}

async function tryCondition(pool: pg.Pool, columns: Map<string, PublishedColumn>, condition: Condition) {
  const { operator, value, negate } = condition
  const column = columns.get(condition.column)
  if (!column?.readable) throw new Error(`invalid column for filter ${condition.column}`)
  if (operator === 'in') {
    const { rows } = await pool.query<{ count: number }>('select cardinality($1::text[]) as count', [value])
    if ((rows[0]?.count ?? 0) > MAX_IN_VALUES) {
      throw new Error(`too many values for \`in\` filter. Maximum ${MAX_IN_VALUES}`)
    }
  }
  // A list or a keyword is no value of the column, so the trial compares it with null.
  const sample = operator === 'in' || operator === 'is' ? null : value
  await pool.query({
    name: 'realtime_try_condition',
    text: 'select realtime.check_equality_op($1::realtime.equality_op, $2::oid::regtype, $3, $4, $5)',
    values: [operator, column.type_oid, sample, value, negate],
  })
}

function describe({ event, schema, table, conditions, select }: SubscriptionParams): string {
  const filters = JSON.stringify(conditions.map((c) => [c.column, c.operator, c.value, c.negate]))
  return `event: ${event}, schema: ${schema}, table: ${table}, filters: ${filters}, select: ${JSON.stringify(select)}`
}
