import type pg from 'pg'

/** The owner's pool: the auth schema is closed to every API role. */
export type Database = pg.Pool
/** One connection inside a transaction, or the pool for a single statement. */
export type Queryable = pg.Pool | pg.PoolClient

/** Runs `work` in one transaction. What must survive a refusal (a revoked token family) is returned, not thrown. */
export async function transaction<T>(db: Database, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  const tx = await db.connect()
  try {
    await tx.query('begin')
    const result = await work(tx)
    await tx.query('commit')
    return result
  } catch (error) {
    await tx.query('rollback')
    throw error
  } finally {
    tx.release()
  }
}

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
