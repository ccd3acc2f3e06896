import type pg from 'pg'

export interface TransactionOptions {
  /** How it begins: isolation and access mode can be given here. */
  begin?: string
  /** `rollback` takes everything back after the work: asks what would happen. */
  end?: 'commit' | 'rollback'
}

/** Runs `work` in one transaction on a connection of the pool. What must survive a refusal is returned, not thrown. */
export async function transaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  options?: TransactionOptions,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await transactionOn(client, () => work(client), { ...options, onBroken: (error) => (broken = error) })
  } finally {
    client.release(broken)
  }
}

/** The same on a session that is already held; it must have no transaction open. */
export async function transactionOn<Result>(
  client: pg.ClientBase,
  work: () => Promise<Result>,
  options: TransactionOptions & { onBroken?: (error: Error) => void } = {},
): Promise<Result> {
  const { begin = 'begin', end = 'commit', onBroken } = options
  await client.query(begin)
  try {
    const result = await work()
    await client.query(end)
    return result
  } catch (error) {
    // A connection that cannot even roll back is thrown away, and the first error is the one to tell.
    await client.query('rollback').catch((cause: Error) => onBroken?.(cause))
    throw error
  }
}
