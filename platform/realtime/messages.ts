import type pg from 'pg'
import type { Log } from '../log.ts'
import type { UserBroadcast } from './serializer.ts'

/** Stored messages are kept for three days, as hosted keeps them. */
const KEEP_DAYS = 3
const DAYS_AHEAD = 3
const MAX_REPLAY = 25
const UPKEEP_MS = 3_600_000

/** A row of realtime.messages that is for somebody to hear. */
export interface StoredMessage {
  id: string
  topic: string
  isPrivate: boolean
  broadcast: UserBroadcast
}

export interface MessageRow {
  id: string
  topic: string
  event: string | null
  private: boolean | null
  /** JSON text. */
  payload: string | null
  binary_payload: Buffer | null
}

export function storedMessage(row: MessageRow, meta: Record<string, unknown>): StoredMessage {
  const binary = row.binary_payload !== null
  return {
    id: row.id,
    topic: row.topic,
    isPrivate: row.private ?? false,
    broadcast: {
      event: row.event ?? '',
      encoding: binary ? 'binary' : 'json',
      body: row.binary_payload ?? Buffer.from(row.payload ?? 'null'),
      meta,
    },
  }
}

/** The newest stored private broadcasts of a topic since a moment, oldest first. */
export async function replayMessages(
  pool: pg.Pool,
  { topic, since, limit }: { topic: string; since: number; limit: number },
): Promise<StoredMessage[]> {
  const { rows } = await pool.query<MessageRow>({
    name: 'realtime_replay',
    text: `select id, topic, event, private, payload::text as payload, binary_payload
      from realtime.messages
      where topic = $1 and extension = 'broadcast' and private is true
        and inserted_at >= to_timestamp($2::float8 / 1000) at time zone current_setting('TimeZone')
      order by inserted_at desc
      limit $3`,
    values: [topic, since, Math.max(1, Math.min(limit, MAX_REPLAY))],
  })
  return rows.reverse().map((row) => storedMessage(row, { replayed: true, id: row.id }))
}

/** Keeps a broadcast for replay. It has been sent already, which `broadcasted_at` says. */
export async function storeMessage(pool: pg.Pool, topic: string, broadcast: UserBroadcast): Promise<void> {
  const json = broadcast.encoding === 'json'
  await pool.query({
    name: 'realtime_store',
    text: `insert into realtime.messages (topic, extension, event, private, payload, binary_payload, broadcasted_at)
      values ($1, 'broadcast', $2, true, $3::jsonb, $4, now())`,
    values: [topic, broadcast.event, json ? broadcast.body.toString('utf8') : null, json ? null : broadcast.body],
  })
}

/** Makes the partitions of the coming days and drops those of the past, now and every hour. */
export async function keepPartitions(pool: pg.Pool, log: Log): Promise<() => void> {
  const upkeep = async () => {
    try {
      await pool.query(`select realtime.create_message_partitions(current_date - 1, current_date + ${DAYS_AHEAD})`)
      await dropOldPartitions(pool)
    } catch (error) {
      log.error({ err: error }, 'the partitions of realtime.messages could not be kept up')
    }
  }
  await upkeep()
  const timer = setInterval(upkeep, UPKEEP_MS)
  return () => clearInterval(timer)
}

async function dropOldPartitions(pool: pg.Pool) {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
      from pg_catalog.pg_inherits i
      join pg_catalog.pg_class c on c.oid = i.inhrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where i.inhparent = 'realtime.messages'::regclass
        and c.relname ~ '^messages_\\d{4}_\\d\\d_\\d\\d$'
        and to_date(right(c.relname, 10), 'YYYY_MM_DD') < current_date - ${KEEP_DAYS}`,
  )
  for (const { name } of rows) await pool.query(`drop table if exists ${name}`)
}
