import type pg from 'pg'

export interface Statement {
  name: string
  text: string
  values: string[]
}

const prepared = new WeakMap<pg.Client, Set<string>>()

/** Named statements and one Sync in a single round trip, which makes them one transaction. */
export function runBatch(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  const known = prepared.get(client) ?? new Set()
  prepared.set(client, known)
  return new Promise((resolve, reject) => {
    let failed: Error | null = null
    client.query({
      submit(connection: pg.Connection) {
        for (const { name, text, values } of statements) {
          if (!known.has(name)) connection.parse({ name, text, types: [] }, true)
          known.add(name)
          connection.bind({ portal: '', statement: name, values }, true)
          connection.execute({ portal: '' }, true)
        }
        connection.sync()
      },
      handleError: (error: Error) => {
        failed = error
      },
      handleReadyForQuery: () => (failed ? reject(failed) : resolve()),
      handleCommandComplete() {},
      handleRowDescription() {},
      handleDataRow() {},
      handlePortalSuspended() {},
      handleEmptyQuery() {},
      handleCopyInResponse() {},
    })
  })
}
