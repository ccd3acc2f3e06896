import { pathParam } from '../../kernel/router.ts'
import { serviceRoleOnly } from '../errors.ts'
import { removeVersions } from '../objects/remove-versions.ts'
import { actorOf, type Handler } from '../request-context.ts'
import { findBucket } from './bucket.ts'

/** Rows in one transaction: small enough that other writers of the bucket never wait long. */
const BATCH = 1000

/** POST /bucket/{id}/empty: removes every file. Supabase queues it; here it is done when the response comes. */
export const emptyBucket: Handler = async (context) => {
  const actor = await actorOf(context)
  if (actor.caller.role !== 'service_role') throw serviceRoleOnly()
  const { id } = await findBucket(context.env.database, pathParam(context, 'bucket'))
  for (;;) {
    const { rows } = await context.env.database.asCaller(actor, (client) =>
      client.query<{ version: string | null }>(
        `delete from storage.objects
         where id in (select id from storage.objects where bucket_id = $1 limit $2)
         returning version`,
        [id, BATCH],
      ),
    )
    await removeVersions(context.env, rows)
    if (rows.length < BATCH) break
  }
  return Response.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' })
}
