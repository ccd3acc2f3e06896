import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../database.ts'

/** Well above a bcrypt check at the usual cost of 10, which takes several times as long as ours. */
const FLOOR_MS = 500
/** New users get argon2id, so that the result only ever changes from yes to no. */
const ASK_AGAIN_MS = 600_000

/**
 * While there are accounts with bcrypt hashes, from another server, a wrong password would take longer for them than
 * for an address that nobody has. Then every refusal takes equally long.
 */
export function createRefusalFloor(db: Database) {
  let known: { legacy: boolean; at: number } | null = null

  async function hasLegacyHashes(): Promise<boolean> {
    if (known && Date.now() - known.at < ASK_AGAIN_MS) return known.legacy
    const { rows } = await db.query<{ legacy: boolean }>(
      `select exists (select from auth.users where encrypted_password like '$2%') as legacy`,
    )
    known = { legacy: rows[0]?.legacy ?? false, at: Date.now() }
    return known.legacy
  }

  return async function waitForRefusalFloor(startedAt: number): Promise<void> {
    if (await hasLegacyHashes()) await delay(Math.max(0, startedAt + FLOOR_MS - performance.now()))
  }
}
