import pg from 'pg'

const CHECK_VIOLATION = '23514'

/** Why the database refused a row. Where a check refused, the rule itself: its name tells nobody anything. */
export async function reasonOf(pool: pg.Pool, error: unknown): Promise<string> {
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error ? error.message : String(error)
  if (error.code !== CHECK_VIOLATION || !error.constraint || !error.table) return error.message
  const { rows } = await pool.query<{ rule: string }>(
    `select pg_get_expr(conbin, conrelid, true) as rule from pg_constraint
     where conname = $1 and conrelid = ('public.' || quote_ident($2))::regclass`,
    [error.constraint, error.table],
  )
  return rows[0] ? `it must hold that ${rows[0].rule}` : error.message
}
