import { pathParam } from '../../kernel/router.ts'
import { actorOf, type Handler, type StorageContext } from '../request-context.ts'
import { receiveObject } from './receive-object.ts'
import type { WriteMode } from './write-row.ts'

/** POST /object/{bucket}/{key}: a new file, or with x-upsert a new or replaced one. */
export const uploadObject: Handler = (context) =>
  receive(context, context.req.raw.headers.get('x-upsert') === 'true' ? 'upsert' : 'create')

/** PUT /object/{bucket}/{key}: replaces the file, or makes it, as Supabase does. */
export const updateObject: Handler = (context) => receive(context, 'replace')

async function receive(context: StorageContext, mode: WriteMode): Promise<Response> {
  const actor = await actorOf(context)
  const bucketId = pathParam(context, 'bucket')
  const key = pathParam(context, 'key')
  const ownerId = actor.caller.claims.sub
  const { id } = await receiveObject(context, { bucketId, key, mode, actor, ownerId })
  return Response.json({ Id: id, Key: `${bucketId}/${key}` })
}
