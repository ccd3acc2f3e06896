import type { StorageParts } from '../request-context.ts'

/**
 * Removes bytes that no row names any more. Call it after the commit. A failure here is no failure of the request:
 * the rows are gone, and the orphan cleanup finds what stays behind.
 */
export async function removeVersions(
  { store, platform }: Pick<StorageParts, 'store' | 'platform'>,
  rows: readonly { version: string | null }[],
): Promise<void> {
  const versions = rows.flatMap(({ version }) => (version === null ? [] : [version]))
  if (versions.length === 0) return
  try {
    await store.remove(versions)
  } catch (error) {
    platform.log.warn(
      { err: error, count: versions.length },
      'bytes of removed files stay until the next orphan cleanup',
    )
  }
}
