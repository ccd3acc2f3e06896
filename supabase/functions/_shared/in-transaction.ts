import type { Pool, PoolClient } from 'pg'

/** Does the work in one transaction, on a session that is given back before this resolves. */
export async function inTransaction<Result>(sql: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await sql.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
