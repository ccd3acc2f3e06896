import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import pg from 'pg'
import { isRunning } from '../../kernel/is-running.ts'
import type { Log } from '../../log.ts'
import { quoteIdentifier } from '../../postgres/identifier.ts'
import { replicationClient } from './replication-client.ts'

/** A slot of another machine that nobody reads for this long is left over from a crash: it would hold back WAL. */
const ORPHAN_MS = 300_000
const UNDEFINED_OBJECT = '42704'

/** Slots of this operating-system process, which may run several platforms. */
const own = new Set<string>()
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** realtime_<machine>_<process id>_<random>: says whose it is, so that leftovers of a crash can be told from others'. */
function takeSlotName(): string {
  const name = `realtime_${host}_${process.pid}_${randomBytes(4).toString('hex')}`
  own.add(name)
  return name
}

interface Owner {
  ownerUrl: string
  log: Log
}

/** Makes a slot over a replication connection; changes that are committed afterwards are read from it. */
export async function createSlot(client: pg.Client, { ownerUrl, log }: Owner): Promise<string> {
  const name = takeSlotName()
  try {
    // Replication commands are only known in upper case.
    await client.query(`CREATE_REPLICATION_SLOT ${quoteIdentifier(name)} LOGICAL pgoutput NOEXPORT_SNAPSHOT`)
    return name
  } catch (error) {
    // Where only the connection was lost, the server may have made it all the same.
    await dropSlot(name, { ownerUrl, log })
    throw error
  }
}

export async function dropSlot(name: string, { ownerUrl, log }: Owner): Promise<void> {
  const dropper = replicationClient(ownerUrl)
  dropper.on('error', () => {})
  try {
    await dropper.connect()
    // The server may take a moment to notice that the reader has gone.
    await dropper.query(`DROP_REPLICATION_SLOT ${quoteIdentifier(name)} WAIT`)
  } catch (error) {
    const isGone = error instanceof pg.DatabaseError && error.code === UNDEFINED_OBJECT
    if (!isGone) log.warn({ err: error, slot: name }, 'a replication slot could not be dropped; it is tried again')
  } finally {
    own.delete(name)
    await dropper.end().catch(() => {})
  }
}

/** Drops the slots that crashed processes left: at once on this machine, after five minutes for other machines'. */
export function createSlotJanitor(pool: pg.Pool, log: Log) {
  const idleSince = new Map<string, number>()
  return async function dropOrphans(): Promise<void> {
    const { rows } = await pool.query<{ name: string }>(
      `select slot_name as name from pg_catalog.pg_replication_slots
        where database = current_database() and not active and slot_name ~ '^realtime_[0-9a-f]{8}_\\d+_[0-9a-f]{8}$'`,
    )
    const idle = new Set(rows.map((row) => row.name))
    for (const name of idleSince.keys()) if (!idle.has(name)) idleSince.delete(name)
    for (const name of idle) {
      if (own.has(name) || !isOrphan(name)) continue
      // Another process may be doing the same, or the owner may just be back.
      await pool.query('select pg_drop_replication_slot($1)', [name]).catch(() => {})
      log.info({ slot: name }, 'dropped a replication slot that a stopped process had left')
    }
  }

  function isOrphan(name: string): boolean {
    const [, machine, pid] = name.split('_')
    if (machine === host) return Number(pid) === process.pid || !isRunning(Number(pid))
    const since = idleSince.get(name) ?? performance.now()
    idleSince.set(name, since)
    return performance.now() - since > ORPHAN_MS
  }
}
