import { VersionMissing } from '../blob-store/version-store.ts'
import { noSuchKey } from '../errors.ts'
import type { StorageParts } from '../request-context.ts'
import type { ObjectRow } from './object-row.ts'

/**
 * Works with a row and its bytes although the file may be replaced between the two: when the bytes are gone and the row
 * by now names others, it begins again with those. A row whose bytes were never brought along looks like a missing file.
 */
export async function withCurrentVersion<Result>(
  { platform }: Pick<StorageParts, 'platform'>,
  find: () => Promise<ObjectRow>,
  work: (row: ObjectRow) => Promise<Result>,
): Promise<Result> {
  let row = await find()
  for (;;) {
    try {
      return await work(row)
    } catch (error) {
      if (!(error instanceof VersionMissing)) throw error
      const current = await find()
      if (current.version === row.version) {
        platform.log.warn({ bucket: row.bucket_id, name: row.name, version: row.version }, 'a stored file has no bytes')
        throw noSuchKey()
      }
      row = current
    }
  }
}
