import { type Handler, param } from '../request-context.ts'
import { findBucketWith } from './bucket.ts'

/** GET /bucket/{id}: one bucket, if the caller's policies show it. */
export const getBucket: Handler = async (exchange) => {
  const id = param(exchange, 'bucket')
  const bucket = await exchange.database.asCaller(await exchange.actor(), (client) => findBucketWith(client, id))
  return Response.json(bucket)
}
