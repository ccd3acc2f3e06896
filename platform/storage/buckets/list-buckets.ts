import { z } from 'zod'
import { readQuery } from '../json-body.ts'
import { actorOf, type Handler, urlOf } from '../request-context.ts'
import { BUCKET_COLUMNS, presentListed } from './bucket.ts'

/** More buckets than any project has, and still a small answer. */
const MAX_LIMIT = 1000
const SORT_COLUMNS = ['id', 'name', 'created_at', 'updated_at'] as const
const SORT_ORDERS = ['asc', 'desc'] as const

const querySchema = z.object({
  limit: z.coerce.number().int({ error: 'must be integer' }).min(1, { error: 'must be >= 1' }).optional(),
  offset: z.coerce.number().int({ error: 'must be integer' }).min(0, { error: 'must be >= 0' }).default(0),
  sortColumn: z.enum(SORT_COLUMNS, { error: 'must be equal to one of the allowed values' }).default('id'),
  sortOrder: z.enum(SORT_ORDERS, { error: 'must be equal to one of the allowed values' }).default('asc'),
  search: z.string().max(200, { error: 'must NOT have more than 200 characters' }).optional(),
})

/** GET /bucket: the buckets that the caller's policies show. */
export const listBuckets: Handler = async (context) => {
  const { limit = MAX_LIMIT, offset, sortColumn, sortOrder, search } = readQuery(urlOf(context), querySchema)
  const { rows } = await context.env.database.asCaller(await actorOf(context), (client) =>
    client.query(
      `select ${BUCKET_COLUMNS}
       from storage.buckets
       where $1 = '' or strpos(lower(name), lower($1)) > 0
       order by ${sortColumn} ${sortOrder}, id ${sortOrder}
       limit $2
       offset $3`,
      [search ?? '', Math.min(limit, MAX_LIMIT), offset],
    ),
  )
  return Response.json(rows.map(presentListed))
}
