import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isVersion } from './blob-store/version-store.ts'
import type { StorageParts } from './request-context.ts'

/** Milliseconds. An upload names its bytes in a row seconds after they are complete; an hour cannot hit a live one. */
export const GRACE_MS = 60 * 60 * 1000
/** Versions asked for in one query; each query reads the table once. */
const BATCH = 10_000

/**
 * So many at once, and more than half of all, is no crash: the process was given another database than these files belong
 * to. Nothing is removed then.
 */
const SUSPICIOUS = 100

export interface Removed {
  versions: number
  temporaries: number
}

/** Removes what a crash left behind: bytes that no row names and files that were never received to the end. */
export async function removeOrphans(parts: StorageParts, graceMs = GRACE_MS): Promise<Removed> {
  const before = Date.now() - graceMs
  return { versions: await removeOrphanVersions(parts, before), temporaries: await removeOldTempFiles(parts, before) }
}

async function removeOrphanVersions(parts: StorageParts, before: number): Promise<number> {
  const orphans: string[] = []
  let total = 0
  let batch: string[] = []
  const ask = async () => {
    orphans.push(...(await unnamed(parts, batch)))
    batch = []
  }
  for await (const { version, modifiedAt } of parts.store.list()) {
    total += 1
    if (isVersion(version) && modifiedAt.getTime() <= before) batch.push(version)
    if (batch.length === BATCH) await ask()
  }
  await ask()
  if (orphans.length > SUSPICIOUS && orphans.length > total / 2) {
    const counts = { orphans: orphans.length, total }
    parts.platform.log.error(
      counts,
      'most stored files are in no row of this database; none is removed. Is it the right one?',
    )
    return 0
  }
  await parts.store.remove(orphans)
  return orphans.length
}

async function unnamed({ database }: StorageParts, versions: string[]): Promise<string[]> {
  if (versions.length === 0) return []
  const named = await database.asOwner((client) =>
    client.query<{ version: string }>(
      `select version from storage.objects where version = any($1)
       union all
       select version from storage.s3_multipart_uploads_parts where version = any($1)`,
      [versions],
    ),
  )
  const known = new Set(named.rows.map(({ version }) => version))
  return versions.filter((version) => !known.has(version))
}

async function removeOldTempFiles({ store }: StorageParts, before: number): Promise<number> {
  let removed = 0
  for (const entry of await readdir(store.tempDir, { withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(store.tempDir, entry.name)
    const found = await stat(path).catch(() => null)
    if (!found || found.mtimeMs > before) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
