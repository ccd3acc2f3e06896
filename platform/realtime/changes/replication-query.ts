import type pg from 'pg'

/** CopyData's message type. */
const COPY_DATA = 0x64
const XLOG_DATA = 0x77
const KEEPALIVE = 0x6b
const STATUS_UPDATE = 0x72
/** Microseconds from 1970 to 2000. */
const POSTGRES_EPOCH_MS = 946_684_800_000

export interface ReplicationHandlers {
  /** The server streams from now on. */
  onStart(): void
  onData(message: Buffer): void
  onKeepalive(keepalive: { endLsn: bigint; replyNow: boolean }): void
  onError(error: Error): void
}

/**
 * START_REPLICATION as a query of the `pg` driver. The server answers with CopyBothResponse and then sends without
 * end; the query is over when the connection is.
 */
export function createReplicationQuery(text: string, handlers: ReplicationHandlers) {
  let connection: pg.Connection | null = null
  return {
    submit(on: pg.Connection) {
      connection = on
      on.once('replicationStart', handlers.onStart)
      on.query(text)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (chunk[0] === XLOG_DATA)
        handlers.onData(chunk.subarray(25)) // start, end and clock: 8 bytes each
      else if (chunk[0] === KEEPALIVE) {
        handlers.onKeepalive({ endLsn: chunk.readBigUInt64BE(1), replyNow: chunk[17] === 1 })
      }
    },
    handleError: handlers.onError,
    handleReadyForQuery() {
      handlers.onError(new Error('the server ended the replication'))
    },
    handleCommandComplete() {},
    handleRowDescription() {},
    handleDataRow() {},
    handlePortalSuspended() {},
    handleEmptyQuery() {},
    handleCopyInResponse() {},

    /** Tells the server what has been worked off: it may forget everything before. */
    confirm(lsn: bigint) {
      const message = Buffer.alloc(1 + 4 + 34)
      message[0] = COPY_DATA
      message.writeUInt32BE(4 + 34, 1)
      message[5] = STATUS_UPDATE
      for (const at of [6, 14, 22]) message.writeBigUInt64BE(lsn, at) // written, flushed, applied
      message.writeBigInt64BE(BigInt(Date.now() - POSTGRES_EPOCH_MS) * 1000n, 30)
      connection?.stream.write(message)
    },
    pause: () => connection?.stream.pause(),
    resume: () => connection?.stream.resume(),
  }
}
