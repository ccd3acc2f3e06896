import pg from 'pg'
import { pathParam } from '../../kernel/router.ts'
import type { Actor } from '../database.ts'
import { bucketNotEmpty, noSuchBucket } from '../errors.ts'
import { actorOf, type Handler, type StorageParts } from '../request-context.ts'

/** DELETE /bucket/{id}: only an empty one, and only if the caller's policies let it go. */
export const deleteBucket: Handler = async (context) => {
  await removeBucket(context.env, await actorOf(context), pathParam(context, 'bucket'))
  return Response.json({ message: 'Successfully deleted' })
}

export async function removeBucket({ database }: StorageParts, actor: Actor, id: string): Promise<void> {
  const remove = () =>
    database
      .asCaller(actor, (client) => client.query('delete from storage.buckets where id = $1', [id]))
      .then(({ rowCount }) => (rowCount === 0 ? 'missing' : 'removed'))
      // The foreign keys know better than a count: they also see what is being uploaded at this moment.
      .catch((error: unknown) => {
        if (error instanceof pg.DatabaseError && error.code === '23503') return 'in use'
        throw error
      })
  let outcome = await remove()
  // Unfinished multipart uploads keep no bucket, as in S3; the caller was just seen to be allowed. Their bytes are swept.
  if (outcome === 'in use' && (await dropUploads(database, id))) outcome = await remove()
  if (outcome === 'in use') throw bucketNotEmpty()
  if (outcome === 'missing') throw noSuchBucket()
}

async function dropUploads(database: StorageParts['database'], id: string): Promise<boolean> {
  const { rowCount } = await database.asOwner((client) =>
    client.query(
      `delete from storage.s3_multipart_uploads
       where bucket_id = $1 and not exists (select 1 from storage.objects where bucket_id = $1)`,
      [id],
    ),
  )
  return rowCount !== 0
}
