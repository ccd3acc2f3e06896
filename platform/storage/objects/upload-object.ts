import { type Exchange, type Handler, param } from '../request-context.ts'
import { receiveObject } from './receive-object.ts'
import type { WriteMode } from './write-row.ts'

/** POST /object/{bucket}/{key}: a new file, or with x-upsert a new or replaced one. */
export const uploadObject: Handler = (exchange) =>
  receive(exchange, exchange.request.headers.get('x-upsert') === 'true' ? 'upsert' : 'create')

/** PUT /object/{bucket}/{key}: replaces the file, or makes it, as Supabase does. */
export const updateObject: Handler = (exchange) => receive(exchange, 'replace')

async function receive(exchange: Exchange, mode: WriteMode): Promise<Response> {
  const actor = await exchange.actor()
  const bucketId = param(exchange, 'bucket')
  const key = param(exchange, 'key')
  const ownerId = actor.caller.claims.sub
  const { id } = await receiveObject(exchange, { bucketId, key, mode, actor, ownerId })
  return Response.json({ Id: id, Key: `${bucketId}/${key}` })
}
