import type pg from 'pg'
import { openClient } from './open-pool.ts'

export interface SessionOptions {
  url: string
  /** What the database's administrator sees of it. */
  name: string
}

/** One session for some work, ended with it. A server that falls silent fails it within seconds. */
export async function withSession<Result>(
  { url, name }: SessionOptions,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = openClient({ connectionString: url, application_name: name })
  // A lost connection is told by the query that needs it; without a listener it would end the process, with a stack.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
