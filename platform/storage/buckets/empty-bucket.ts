import { serviceRoleOnly } from '../errors.ts'
import { removeVersions } from '../objects/remove-versions.ts'
import { type Handler, param } from '../request-context.ts'
import { findBucket } from './bucket.ts'

/** Rows in one transaction: small enough that other writers of the bucket never wait long. */
const BATCH = 1000

/** POST /bucket/{id}/empty: removes every file. Supabase queues it; here it is done when the answer comes. */
export const emptyBucket: Handler = async (exchange) => {
  const actor = await exchange.actor()
  if (actor.caller.role !== 'service_role') throw serviceRoleOnly()
  const { id } = await findBucket(exchange.database, param(exchange, 'bucket'))
  for (;;) {
    const { rows } = await exchange.database.asCaller(actor, (client) =>
      client.query<{ version: string | null }>(
        `delete from storage.objects
         where id in (select id from storage.objects where bucket_id = $1 limit $2)
         returning version`,
        [id, BATCH],
      ),
    )
    await removeVersions(exchange, rows)
    if (rows.length < BATCH) break
  }
  return Response.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' })
}
