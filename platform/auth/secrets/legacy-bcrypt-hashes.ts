import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../database.ts'

/** Well above a bcrypt check at the usual cost of 10, which takes several times as long as ours. */
const FLOOR_MS = 500
/** New users get argon2id, so that the answer only ever changes from yes to no. */
const ASK_AGAIN_MS = 600_000

/**
 * While there are accounts with bcrypt hashes, from another server, a wrong password would take longer for them than
 * for an address that nobody has. Then every refusal takes equally long.
 */
export function createEvenRefusals(db: Database) {
  let known: { moved: boolean; at: number } | null = null

  async function hasMovedUsers(): Promise<boolean> {
    if (known && Date.now() - known.at < ASK_AGAIN_MS) return known.moved
    const { rows } = await db.query<{ moved: boolean }>(
      `select exists (select from auth.users where encrypted_password like '$2%') as moved`,
    )
    known = { moved: rows[0]?.moved ?? false, at: Date.now() }
    return known.moved
  }

  return async function refuseEvenly(startedAt: number): Promise<void> {
    if (await hasMovedUsers()) await delay(Math.max(0, startedAt + FLOOR_MS - performance.now()))
  }
}
