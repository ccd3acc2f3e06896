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

/**
 * A whole transaction in one message, so that it costs one round trip: statements without parameters, and the result of
 * each of them.
 */
export async function transactionInOneMessage(
  pool: pg.Pool,
  statements: readonly string[],
  options?: TransactionOptions,
): Promise<pg.QueryResult[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await messageOn(client, statements, { ...options, onBroken: (error) => (broken = error) })
  } finally {
    client.release(broken)
  }
}

/** The same on a session that is already held. */
export async function messageOn(
  client: pg.ClientBase,
  statements: readonly string[],
  { begin = 'begin', end = 'commit', onBroken }: TransactionOptions & { onBroken?: (error: Error) => void } = {},
): Promise<pg.QueryResult[]> {
  try {
    // The driver gives a list where a message has several statements.
    const results: unknown = await client.query([begin, ...statements, end].join('; '))
    return Array.isArray(results) ? results.slice(1, -1) : []
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => onBroken?.(cause))
    throw error
  }
}
