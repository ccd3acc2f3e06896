import type pg from 'pg'
import { z } from 'zod'
import { noSuchKey } from '../errors.ts'
import type { FileFacts } from '../upload/file-facts.ts'
import type { TempFile } from '../upload/temp-file.ts'

/** The platform's own part of a row's metadata, with Supabase's names. */
export const metadataSchema = z.looseObject({
  eTag: z.string().optional(),
  size: z.number().optional(),
  mimetype: z.string().optional(),
  cacheControl: z.string().optional(),
  lastModified: z.string().optional(),
  contentLength: z.number().optional(),
  contentEncoding: z.string().optional(),
})
export type ObjectMetadata = z.output<typeof metadataSchema>

const rowSchema = z.object({
  id: z.string(),
  bucket_id: z.string(),
  name: z.string(),
  owner: z.string().nullable(),
  owner_id: z.string().nullable(),
  version: z.string().nullable(),
  created_at: z.date().nullable(),
  updated_at: z.date().nullable(),
  last_accessed_at: z.date().nullable(),
  metadata: metadataSchema.nullable(),
  user_metadata: z.record(z.string(), z.unknown()).nullable(),
})
export type ObjectRow = z.output<typeof rowSchema>

export const OBJECT_COLUMNS =
  'id, bucket_id, name, owner, owner_id, version, created_at, updated_at, last_accessed_at, metadata, user_metadata'

export function parseObject(row: unknown): ObjectRow {
  return rowSchema.parse(row)
}

/** One object as far as this session may see it. */
export async function findObject(client: pg.ClientBase, bucketId: string, name: string): Promise<ObjectRow> {
  const { rows } = await client.query(
    `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`,
    [bucketId, name],
  )
  if (rows.length === 0) throw noSuchKey()
  return parseObject(rows[0])
}

/** One version is kept of each file: asked for another one, the file is not there. */
export function mustBeVersion(row: ObjectRow, versionId: string | null | undefined): ObjectRow {
  if (versionId && versionId !== row.version) throw noSuchKey()
  return row
}

/** What the row says of its bytes. */
export function metadataOf(file: TempFile, facts: FileFacts, now: Date): ObjectMetadata {
  return {
    eTag: `"${file.md5}"`,
    size: file.size,
    mimetype: facts.contentType,
    cacheControl: facts.cacheControl,
    // HTTP dates have whole seconds; a finer time here would make every If-Modified-Since miss.
    lastModified: new Date(Math.floor(now.getTime() / 1000) * 1000).toISOString(),
    contentLength: file.size,
    httpStatusCode: 200,
    ...(facts.contentEncoding ? { contentEncoding: facts.contentEncoding } : {}),
  }
}
