import type pg from 'pg'

/** From so many rows on, building indexes is worth having none for a moment. */
const MANY_ROWS = 50_000
/** So few products are read without an index as fast as with one. */
const FEW_PRODUCTS = 2000
/** PostgreSQL, appendix A: lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Takes away the indexes that the first large feed of a small shop would fill entry by entry: built at the end, by two
 * processes and in order, a million rows take a third of the time. In a transaction of its own, because it shuts readers
 * out for a moment. Whatever becomes of the import, its end or the next one brings them back.
 */
export async function postponeIndexes(client: pg.ClientBase, rows: number): Promise<void> {
  if (rows < MANY_ROWS) return
  await client.query('begin')
  try {
    // Behind a waiting lock every reader waits too. Without it the import is only slower.
    await client.query(`set local lock_timeout = '2s'`)
    await client.query('select private.postpone_indexes($1)', [FEW_PRODUCTS])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error
  }
}

/** Builds the indexes that are away, if any are. In the merge's transaction nobody sees its products without them. */
export async function buildPostponedIndexes(client: pg.ClientBase): Promise<void> {
  await client.query('select private.build_postponed_indexes()')
}
