import type pg from 'pg'
import { ownerColumns } from '../caller.ts'
import type { ObjectMetadata } from './object-row.ts'

/**
 * create: must be new · upsert: either way, and the policies must allow both, as Postgres asks of `on conflict` ·
 * replace: what is there may be updated, what is not may be inserted
 */
export type WriteMode = 'create' | 'upsert' | 'replace'

export interface NewRow {
  bucketId: string
  name: string
  /** The token's sub, whatever kind of id it is. */
  ownerId: string | undefined
  version: string
  metadata: ObjectMetadata
  userMetadata: Record<string, unknown> | null
}

export interface Written {
  id: string
  /** The version that the row named before, whose bytes can go after the commit. */
  replaced: string | null
}

const COLUMNS = 'bucket_id, name, owner, owner_id, version, metadata, user_metadata'
const SET = 'owner = $3, owner_id = $4, version = $5, metadata = $6, user_metadata = $7'

/** Writes the row as the caller, in a transaction that is taken back: the policies say yes by not refusing. */
export async function tryRow(client: pg.ClientBase, row: NewRow, mode: WriteMode): Promise<void> {
  if (mode === 'replace') {
    const { rowCount } = await client.query(
      `update storage.objects set ${SET} where bucket_id = $1 and name = $2`,
      valuesOf(row),
    )
    if (rowCount !== 0) return
  }
  const onConflict = mode === 'upsert' ? `on conflict (bucket_id, name) do update set ${SET}` : ''
  await client.query(
    `insert into storage.objects (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7) ${onConflict}`,
    valuesOf(row),
  )
}

/** Writes the row for good, after it was allowed and its bytes are durable. */
export async function writeRow(client: pg.ClientBase, row: NewRow, mode: WriteMode): Promise<Written> {
  if (mode === 'create') {
    const { rows } = await client.query<{ id: string }>(
      `insert into storage.objects (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      valuesOf(row),
    )
    return { id: oneOf(rows).id, replaced: null }
  }
  for (;;) {
    const existing = await client.query<{ id: string; version: string | null }>(
      'select id, version from storage.objects where bucket_id = $1 and name = $2 for update',
      [row.bucketId, row.name],
    )
    const old = existing.rows[0]
    if (old) {
      await client.query(
        `update storage.objects set ${SET}, last_accessed_at = now() where bucket_id = $1 and name = $2`,
        valuesOf(row),
      )
      return { id: old.id, replaced: old.version }
    }
    // Another upload of the same name may come between; then its row is there and its version must be told.
    const { rows } = await client.query<{ id: string }>(
      `insert into storage.objects (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (bucket_id, name) do nothing
       returning id`,
      valuesOf(row),
    )
    if (rows[0]) return { id: rows[0].id, replaced: null }
  }
}

function valuesOf(row: NewRow): unknown[] {
  const { owner, ownerId } = ownerColumns(row.ownerId)
  return [row.bucketId, row.name, owner, ownerId, row.version, row.metadata, row.userMetadata]
}

function oneOf<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('The database returned no row for an insert.')
  return row
}
