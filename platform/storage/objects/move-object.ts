import { z } from 'zod'
import { findBucket } from '../buckets/bucket.ts'
import { ownerColumns } from '../caller.ts'
import { noSuchKey } from '../errors.ts'
import { readJson } from '../json-body.ts'
import { mustBeValidKey } from '../names.ts'
import { actorOf, type Handler } from '../request-context.ts'
import { findObject, mustBeVersion } from './object-row.ts'
import { mustBeAllowedIn } from './receive-object.ts'

const text = z.string({ error: 'must be string' })
/** What is named by a move, and by a copy. */
export const transferSchema = z.object({
  bucketId: text,
  sourceKey: text,
  destinationKey: text,
  destinationBucket: text.nullish(),
  sourceVersionId: text.nullish(),
})

/**
 * POST /object/move: the row gets another name and keeps its bytes, so a move is one statement and cannot stop half
 * way. The caller must see the source and may write it under its new name; it becomes the mover's.
 */
export const moveObject: Handler = async (context) => {
  const actor = await actorOf(context)
  const body = await readJson(context.req.raw, transferSchema)
  const target = { bucket: body.destinationBucket ?? body.bucketId, key: mustBeValidKey(body.destinationKey) }
  const bucket = await findBucket(context.env.database, target.bucket)
  await context.env.database.asCaller(actor, async (client) => {
    const source = await findObject(client, body.bucketId, mustBeValidKey(body.sourceKey))
    mustBeVersion(source, body.sourceVersionId)
    if (source.bucket_id === target.bucket && source.name === target.key) return
    if (source.bucket_id !== target.bucket) mustBeAllowedIn(context.env, bucket, source.metadata ?? {})
    const { owner, ownerId } = ownerColumns(actor.caller.claims.sub)
    const { rowCount } = await client.query(
      `update storage.objects
       set bucket_id = $2, name = $3, owner = coalesce($4, owner), owner_id = coalesce($5, owner_id)
       where id = $1`,
      [source.id, target.bucket, target.key, owner, ownerId],
    )
    if (rowCount === 0) throw noSuchKey()
  })
  return Response.json({ message: 'Successfully moved' })
}
