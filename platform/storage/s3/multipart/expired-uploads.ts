import type { StorageParts } from '../../request-context.ts'
import { UPLOAD_LIFETIME_MS } from '../../resumable/unfinished.ts'

/** Forgets multipart uploads that got no part for a lifetime; the orphan cleanup then finds bytes that no row names. */
export async function deleteExpiredUploads({ database, platform }: StorageParts): Promise<number> {
  const before = new Date(platform.now().getTime() - UPLOAD_LIFETIME_MS)
  const { rowCount } = await database.asOwner((client) =>
    client.query(
      `delete from storage.s3_multipart_uploads as upload
       where upload.created_at < $1
         and not exists (
           select 1
           from storage.s3_multipart_uploads_parts as part
           where part.upload_id = upload.id and part.created_at >= $1
         )`,
      [before],
    ),
  )
  return rowCount ?? 0
}
