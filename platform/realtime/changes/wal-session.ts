import type pg from 'pg'
import { quoteIdentifier } from '../../postgres/identifier.ts'
import { decodeWalMessage, type Relation } from './pgoutput.ts'
import { createReplicationQuery } from './replication-query.ts'
import { CHANGES_PUBLICATION, MESSAGES_PUBLICATION } from './server-check.ts'
import type { WalQueue } from './wal-queue.ts'

const CONFIRM_MS = 2000

export interface WalSessionOptions {
  client: pg.Client
  slot: string
  queue: WalQueue
  /** Whether anybody listens to this relation; the others' rows are not even read. */
  wants(relation: Relation): boolean
  onLive(): void
}

/** Reads a slot over one connection until it is lost, which is how it always ends: it rejects with the reason. */
export async function readSlot({ client, slot, queue, wants, onLive }: WalSessionOptions): Promise<never> {
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  client.on('error', lost.reject)
  client.on('end', () => lost.reject(new Error('the replication connection was closed')))
  const decode = createDecoder(queue, wants)
  const query = createReplicationQuery(startText(slot), {
    onStart: onLive,
    onData(data) {
      try {
        decode.message(data)
      } catch (error) {
        lost.reject(error) // a message we cannot read: start over from what is confirmed
      }
    },
    onKeepalive({ endLsn, replyNow }) {
      if (!decode.inTransaction) queue.passedOver(endLsn)
      if (replyNow) query.confirm(queue.confirmed)
    },
    onError: lost.reject,
  })
  await queue.attach({ pause: query.pause, resume: query.resume, fail: lost.reject })
  client.query(query)
  const timer = setInterval(() => query.confirm(queue.confirmed), CONFIRM_MS)
  try {
    return await lost.promise
  } finally {
    clearInterval(timer)
    queue.detach()
  }
}

/** Puts the messages of one connection into the queue. Relations are only described once for each connection. */
function createDecoder(queue: WalQueue, wants: (relation: Relation) => boolean) {
  const relations = new Map<number, Relation>()
  const transaction = { open: false, finalLsn: 0n, index: -1, commitTimeMs: 0, xid: 0 }

  function message(data: Buffer) {
    const message = decodeWalMessage(data)
    switch (message.type) {
      case 'begin': {
        const { finalLsn, commitTimeMs, xid } = message
        Object.assign(transaction, { open: true, index: -1, finalLsn, commitTimeMs, xid })
        return
      }
      case 'relation':
        relations.set(message.relation.oid, message.relation)
        return
      case 'change': {
        transaction.index += 1
        const { finalLsn, index, commitTimeMs, xid } = transaction
        const relation = relations.get(message.oid)
        if (!relation || queue.isDelivered({ finalLsn, index }) || !wants(relation)) return
        const change = { kind: message.kind, relation, commitTimeMs, xid, ...message.read(relation) }
        queue.push({ change, finalLsn, index, bytes: data.length })
        return
      }
      case 'commit':
        transaction.open = false
        queue.push({ done: transaction.finalLsn, endLsn: message.endLsn })
    }
  }

  return {
    message,
    get inTransaction() {
      return transaction.open
    },
  }
}

function startText(slot: string): string {
  const publications = `${CHANGES_PUBLICATION},${MESSAGES_PUBLICATION}`
  return `START_REPLICATION SLOT ${quoteIdentifier(slot)} LOGICAL 0/0 (proto_version '1', publication_names '${publications}')`
}
