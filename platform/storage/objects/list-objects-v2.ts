import { z } from 'zod'
import { pathParam } from '../../kernel/router.ts'
import { invalidRequest } from '../errors.ts'
import { readJson } from '../json-body.ts'
import { actorOf, type Handler } from '../request-context.ts'

const MAX_PAGE = 1000
const SORT_COLUMNS = ['name', 'updated_at', 'created_at'] as const
const SORT_ORDERS = ['asc', 'desc'] as const
const ONE_OF = { error: 'must be equal to one of the allowed values' }

const bodySchema = z.object({
  prefix: z.string({ error: 'must be string' }).max(1024).default(''),
  limit: z.int({ error: 'must be integer' }).min(1, { error: 'must be >= 1' }).default(MAX_PAGE),
  cursor: z.string({ error: 'must be string' }).max(4096).optional(),
  with_delimiter: z.boolean({ error: 'must be boolean' }).default(false),
  sortBy: z
    .object({ column: z.enum(SORT_COLUMNS, ONE_OF), order: z.enum(SORT_ORDERS, ONE_OF).default('asc') })
    .default({ column: 'name', order: 'asc' }),
})
type ListBody = z.output<typeof bodySchema>

/** Where the next page begins. It carries its own order, so that a client need only pass the cursor on. */
const cursorSchema = z.object({
  /** Last name; a folder ends with '/'. */
  k: z.string(),
  /** Last time in milliseconds, when the order is by time. */
  t: z.string().default(''),
  c: z.enum(SORT_COLUMNS),
  o: z.enum(SORT_ORDERS),
})
type Cursor = z.output<typeof cursorSchema>

interface Entry {
  name: string
  id: string | null
  updated_at: Date
  created_at: Date
  last_accessed_at: Date | null
  metadata: unknown
}

/** POST /object/list-v2/{bucket}: a page behind a cursor, with sub-folders apart or everything below the prefix. */
export const listObjectsV2: Handler = async (context) => {
  const actor = await actorOf(context)
  const body = await readJson(context.req.raw, bodySchema)
  const cursor = body.cursor === undefined ? null : readCursor(body.cursor)
  const order = cursor ? { column: cursor.c, order: cursor.o } : body.sortBy
  const limit = Math.min(body.limit, MAX_PAGE)
  const query = body.with_delimiter ? folderPage : flatPage
  const { rows } = await context.env.database.asCaller(actor, (client) =>
    client.query<Entry>(query({ bucket: pathParam(context, 'bucket'), body, order, cursor, limit: limit + 1 })),
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasNext = rows.length > limit
  return Response.json({
    hasNext,
    ...(hasNext && last ? { nextCursor: writeCursor(last, order), nextCursorKey: last.name } : {}),
    folders: page.filter(({ id }) => id === null).map(({ name }) => ({ name: `${name}/`, key: name })),
    objects: page.filter(({ id }) => id !== null).map((entry) => ({ ...entry, key: entry.name })),
  })
}

interface PageQuery {
  bucket: string
  body: ListBody
  order: ListBody['sortBy']
  cursor: Cursor | null
  limit: number
}

function folderPage({ bucket, body, order, cursor, limit }: PageQuery) {
  // The order by time keeps folders without their slash.
  const after = order.column === 'name' ? cursor?.k : cursor?.k.replace(/\/$/, '')
  return {
    text: `select name, id, updated_at, created_at, last_accessed_at, metadata
      from storage.search_v2($1, $2, $3, 1, $4, $5, $6, $7)`,
    values: [body.prefix, bucket, limit, after ?? '', order.order, order.column, cursor?.t ?? ''],
  }
}

function flatPage({ bucket, body, order, cursor, limit }: PageQuery) {
  const step = order.order === 'asc' ? '>' : '<'
  const time = `date_trunc('milliseconds', ${order.column})`
  const byName = order.column === 'name'
  const after = byName
    ? `$4 = '' or name collate "C" ${step} $4`
    : `$4 = '' or (${time}, name collate "C") ${step} ($5::timestamptz, $4)`
  return {
    text: `select name, id, updated_at, created_at, last_accessed_at, metadata
      from storage.objects
      where bucket_id = $1 and starts_with(name, $2) and (${after})
      order by ${byName ? '' : `${time} ${order.order},`} name collate "C" ${order.order}
      limit $3`,
    values: [bucket, body.prefix, limit, cursor?.k ?? '', ...(byName ? [] : [cursor?.t || null])],
  }
}

function writeCursor(last: Entry, { column, order }: ListBody['sortBy']): string {
  const time = column === 'name' ? '' : last[column].toISOString()
  const cursor: Cursor = { k: last.id === null ? `${last.name}/` : last.name, t: time, c: column, o: order }
  return Buffer.from(JSON.stringify(cursor)).toString('base64')
}

function readCursor(text: string): Cursor {
  try {
    const cursor = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64').toString('utf8')))
    if (cursor.t !== '' && Number.isNaN(Date.parse(cursor.t))) throw new RangeError('no date')
    return cursor
  } catch {
    throw invalidRequest('body/cursor is not a cursor of this service')
  }
}
