import { z } from 'zod'
import { pathParam } from '../../kernel/router.ts'
import { readJson } from '../json-body.ts'
import { actorOf, type Handler } from '../request-context.ts'

const SORT_COLUMNS = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const
const SORT_ORDERS = ['asc', 'desc'] as const
const ONE_OF = { error: 'must be equal to one of the allowed values' }

const bodySchema = z.object({
  prefix: z.string({ error: 'must be string' }).max(1024, { error: 'must NOT have more than 1024 characters' }),
  limit: z.int({ error: 'must be integer' }).min(1, { error: 'must be >= 1' }).default(100),
  offset: z.int({ error: 'must be integer' }).min(0, { error: 'must be >= 0' }).max(1_000_000).default(0),
  search: z.string({ error: 'must be string' }).max(1024).default(''),
  sortBy: z
    .object({ column: z.enum(SORT_COLUMNS, ONE_OF), order: z.enum(SORT_ORDERS, ONE_OF).default('asc') })
    .default({ column: 'name', order: 'asc' }),
})

interface Entry {
  name: string
  id: string | null
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
  metadata: unknown
}

/** POST /object/list/{bucket}: one page of a folder, sub-folders once each, names relative to it. */
export const listObjects: Handler = async (context) => {
  const actor = await actorOf(context)
  const { prefix, limit, offset, search, sortBy } = await readJson(context.req.raw, bodySchema)
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  const { rows } = await context.env.database.asCaller(actor, (client) =>
    client.query<Entry>('select * from storage.search($1, $2, $3, $4, $5, $6, $7, $8)', [
      folder,
      pathParam(context, 'bucket'),
      limit,
      folder.split('/').length,
      offset,
      search,
      sortBy.column,
      sortBy.order,
    ]),
  )
  return Response.json(rows)
}
