import { pathParam } from '../../kernel/router.ts'
import { actorOf, type Handler } from '../request-context.ts'
import { findBucketWith } from './bucket.ts'

/** GET /bucket/{id}: one bucket, if the caller's policies show it. */
export const getBucket: Handler = async (context) => {
  const id = pathParam(context, 'bucket')
  const bucket = await context.env.database.asCaller(await actorOf(context), (client) => findBucketWith(client, id))
  return Response.json(bucket)
}
