import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { VersionStore } from '../blob-store/version-store.ts'

/** Milliseconds that an unfinished upload waits for its next piece; Supabase's day. */
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60 * 1000

/** Unfinished uploads of one user, resumable or S3's: each may hold as many bytes as a file may have. */
const MAX_OF_USER = 50
/** Of the project's own key, which backs up and moves whole buckets. */
const MAX_OF_SERVICE = 10_000

export function maxUnfinished(role: string): number {
  return role === 'service_role' ? MAX_OF_SERVICE : MAX_OF_USER
}

/** Where the pieces of unfinished uploads lie. */
export function unfinishedDir(store: VersionStore): string {
  return join(store.tempDir, 'resumable')
}

/** Removes what nobody has touched for a lifetime, finished or not. */
export async function deleteExpired(dir: string): Promise<number> {
  const names = await readdir(dir).catch(() => [])
  const removed = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(dir, name)).catch(() => null)
      if (!found || Date.now() - found.mtimeMs < UPLOAD_LIFETIME_MS) return 0
      await rm(join(dir, name), { force: true })
      return 1
    }),
  )
  return removed.filter((one) => one === 1).length
}
