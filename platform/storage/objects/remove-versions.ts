import type { StorageParts } from '../request-context.ts'

/**
 * Removes bytes that no row names any more. Call it after the commit. A row may have kept them: a project's trigger can
 * let another file name what was removed. A failure here is no failure of the request: the rows are gone, and the orphan
 * cleanup finds what stays behind.
 */
export async function removeVersions(
  { store, database, platform }: Pick<StorageParts, 'store' | 'database' | 'platform'>,
  rows: readonly { version: string | null }[],
): Promise<void> {
  const versions = rows.flatMap(({ version }) => (version === null ? [] : [version]))
  if (versions.length === 0) return
  try {
    const kept = new Set(await stillNamed(database, versions))
    await store.remove(versions.filter((version) => !kept.has(version)))
  } catch (error) {
    platform.log.warn(
      { err: error, count: versions.length },
      'bytes of removed files stay until the next orphan cleanup',
    )
  }
}

async function stillNamed(database: StorageParts['database'], versions: readonly string[]): Promise<string[]> {
  const { rows } = await database.asOwner((client) =>
    client.query<{ version: string }>('select version from storage.objects where version = any ($1)', [versions]),
  )
  return rows.map(({ version }) => version)
}
