import { afterAll, beforeAll, expect } from 'vitest'
import { silentLog } from '#platform'
import { addStaff, asCaller, type Caller } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { KINDS } from '../kinds.ts'
import { startWorker, type Worker } from '../worker.ts'

/** On a busy machine; conditions are waited for, not times. */
const PATIENCE = { timeout: 40_000, interval: 50 }
/** A worker that was stopped is given up by the queue after half a minute, when it could not say so itself. */
const AFTER_A_STOP = { timeout: 90_000, interval: 50 }

let db: TestDatabase
let running: Worker | null = null
let stopped = false

/** A shop's database with staff, dropped after the file's last test; the worker stops before. */
export function shopWithWorker() {
  beforeAll(async () => {
    db = await testDatabase('shop')
    await addStaff(db)
  })
  afterAll(async () => {
    await stop()
    await db.drop()
  })
}

export const owner = () => db.pools.owner
export const query = async (sql: string, values: unknown[] = []) => (await owner().query(sql, values)).rows
export const as = (caller: Caller, sql: string, values: unknown[] = []) =>
  asCaller(db, caller, async (client) => (await client.query(sql, values)).rows)

/** One for all tests: what a worker that stops leaves on the queue is given to the next only after a while. */
export async function start() {
  running ??= await startWorker({ databaseUrl: db.url, kinds: KINDS, log: silentLog })
}

export async function stop() {
  stopped = running !== null
  await running?.stop()
  running = null
}

export const startJob = async (kind: string, args: object, by: Caller = 'editor'): Promise<string> =>
  (await as(by, 'select public.start_job($1, $2) as id', [kind, args]))[0].id

export const runOf = async (id: string) => (await query('select * from public.job_runs where id = $1', [id]))[0]

export const untilRun = (id: string, is: object) =>
  eventually(async () => expect(await runOf(id)).toMatchObject(is), PATIENCE)

export async function ended(id: string) {
  await eventually(async () => expect((await runOf(id)).finished_at).not.toBeNull(), stopped ? AFTER_A_STOP : PATIENCE)
  return runOf(id)
}
