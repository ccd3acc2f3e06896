import type { Handler, StorageContext } from '../request-context.ts'
import type { ObjectRow } from './object-row.ts'
import { findPublic, findReadable } from './read-object.ts'
import { serveObject } from './serve-object.ts'

/** GET|HEAD /object/info/{bucket}/{key} and /object/info/authenticated/…: what is known of a file. */
export const objectInfo: Handler = async (context) => present(context, await findReadable(context))

/** GET|HEAD /object/info/public/{bucket}/{key} */
export const publicObjectInfo: Handler = async (context) => present(context, await findPublic(context))

async function present(context: StorageContext, row: ObjectRow): Promise<Response> {
  if (context.req.raw.method === 'HEAD') return serveObject(context, async () => row, { kind: 'stored' })
  const { metadata } = row
  return Response.json({
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: row.user_metadata ?? {},
    last_modified: metadata?.lastModified ?? row.updated_at?.toISOString() ?? null,
    created_at: row.created_at?.toISOString() ?? null,
  })
}
