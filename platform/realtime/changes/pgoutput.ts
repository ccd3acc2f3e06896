/** PostgreSQL's logical replication messages, protocol version 1 (documentation §55.9). */

export interface Relation {
  oid: number
  schema: string
  name: string
  columns: RelationColumn[]
}

export interface RelationColumn {
  name: string
  typeOid: number
  /** Part of the replica identity. */
  isKey: boolean
}

/** Column values as text in the relation's order; undefined: not sent, because a large value did not change. */
export type Tuple = (string | null | undefined)[]

export type ChangeKind = 'INSERT' | 'UPDATE' | 'DELETE'

export type WalMessage =
  | { type: 'begin'; finalLsn: bigint; commitTimeMs: number; xid: number }
  | { type: 'commit'; endLsn: bigint }
  | { type: 'relation'; relation: Relation }
  | { type: 'change'; kind: ChangeKind; oid: number; read(relation: Relation): TuplePair }
  | { type: 'other' }

export interface TuplePair {
  new: Tuple | null
  /** What is known of the row before: its key columns, or all of it with replica identity full. */
  old: Tuple | null
}

/** Microseconds from 1970 to 2000, where PostgreSQL's clock begins. */
const POSTGRES_EPOCH_US = 946_684_800_000_000n

export function decodeWalMessage(data: Buffer): WalMessage {
  switch (String.fromCharCode(data[0] ?? 0)) {
    case 'B':
      return {
        type: 'begin',
        finalLsn: data.readBigUInt64BE(1),
        commitTimeMs: Number((data.readBigInt64BE(9) + POSTGRES_EPOCH_US) / 1000n),
        xid: data.readUInt32BE(17),
      }
    case 'C':
      return { type: 'commit', endLsn: data.readBigUInt64BE(10) }
    case 'R':
      return { type: 'relation', relation: readRelation(data) }
    case 'I':
      return change('INSERT', data)
    case 'U':
      return change('UPDATE', data)
    case 'D':
      return change('DELETE', data)
    default:
      return { type: 'other' } // truncate, type, origin, message: nothing that subscribers are told
  }
}

/** Tuples are read only when somebody wants the relation: an import nobody listens to costs next to nothing. */
function change(kind: ChangeKind, data: Buffer): WalMessage {
  return { type: 'change', kind, oid: data.readUInt32BE(1), read: (relation) => readTuples(data, relation) }
}

function readTuples(data: Buffer, relation: Relation): TuplePair {
  const cursor = { at: 5 }
  const pair: TuplePair = { new: null, old: null }
  while (cursor.at < data.length) {
    const part = String.fromCharCode(data[cursor.at] ?? 0)
    cursor.at += 1
    const tuple = readTuple(data, cursor)
    if (part === 'N') pair.new = tuple
    else if (part === 'O') pair.old = tuple
    // A key tuple has nulls in place of the other columns: they are not null, they are unknown.
    else pair.old = tuple.map((value, index) => (relation.columns[index]?.isKey ? value : undefined))
  }
  return pair
}

function readTuple(data: Buffer, cursor: { at: number }): Tuple {
  const count = data.readUInt16BE(cursor.at)
  cursor.at += 2
  const tuple: Tuple = new Array(count)
  for (let i = 0; i < count; i++) {
    const kind = data[cursor.at]
    cursor.at += 1
    if (kind === 0x6e /* n */) tuple[i] = null
    else if (kind !== 0x75 /* u */) {
      const length = data.readUInt32BE(cursor.at)
      tuple[i] = data.toString('utf8', cursor.at + 4, cursor.at + 4 + length)
      cursor.at += 4 + length
    }
  }
  return tuple
}

function readRelation(data: Buffer): Relation {
  const oid = data.readUInt32BE(1)
  const schema = readText(data, 5)
  const name = readText(data, schema.next)
  let at = name.next + 1 // the replica identity setting, which the key flags say better
  const count = data.readUInt16BE(at)
  at += 2
  const columns: RelationColumn[] = []
  for (let i = 0; i < count; i++) {
    const column = readText(data, at + 1)
    columns.push({ name: column.text, typeOid: data.readUInt32BE(column.next), isKey: data[at] === 1 })
    at = column.next + 8
  }
  // An empty name stands for pg_catalog.
  return { oid, schema: schema.text || 'pg_catalog', name: name.text, columns }
}

function readText(data: Buffer, at: number) {
  const end = data.indexOf(0, at)
  return { text: data.toString('utf8', at, end), next: end + 1 }
}
