import type pg from 'pg'

/** The owner's pool: the auth schema is closed to every API role. */
export type Database = pg.Pool
/** One connection inside a transaction, or the pool for a single statement. */
export type Queryable = pg.Pool | pg.PoolClient

const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'

/** Name of the unique index that a statement ran into, or null when the error is another. */
export function violatedUniqueIndex(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== UNIQUE_VIOLATION) return null
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : ''
}

export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
}
