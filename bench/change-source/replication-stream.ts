import pg from 'pg'

const XLOG_DATA = 0x77
const INSERT = 0x49

/** A slot read over a connection of its own, as the platform does it, with nothing behind it: told of each insert. */
export async function streamInserts(ownerUrl: string, heard: (row: Buffer) => void): Promise<() => Promise<void>> {
  const url = new URL(ownerUrl)
  url.searchParams.set('replication', 'database')
  const client = new pg.Client({ connectionString: url.href })
  const started = Promise.withResolvers<void>()
  client.on('error', started.reject)
  await client.connect()
  await client.query('CREATE_REPLICATION_SLOT "streamed" TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT')
  client.query({
    submit(connection: pg.Connection) {
      connection.once('replicationStart', started.resolve)
      connection.query(
        `START_REPLICATION SLOT "streamed" LOGICAL 0/0 (proto_version '1', publication_names 'supabase_realtime')`,
      )
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // Start, end and clock of the log, 8 bytes each, stand before the message.
      if (chunk[0] === XLOG_DATA && chunk[25] === INSERT) heard(chunk.subarray(25))
    },
    handleError: started.reject,
    handleReadyForQuery() {},
    handleCommandComplete() {},
    handleRowDescription() {},
    handleDataRow() {},
    handlePortalSuspended() {},
    handleEmptyQuery() {},
    handleCopyInResponse() {},
  })
  await started.promise
  return async () => {
    client.removeListener('error', started.reject)
    client.on('error', () => {}) // a stream has no end but that of its connection
    await client.end()
  }
}
