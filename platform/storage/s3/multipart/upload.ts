import type pg from 'pg'
import { z } from 'zod'
import type { Bucket } from '../../buckets/bucket.ts'
import { findBucket } from '../../buckets/bucket.ts'
import { mustBeValidKey } from '../../names.ts'
import type { Target } from '../../objects/receive-object.ts'
import type { FileFacts } from '../../upload/file-facts.ts'
import { invalidArgument, noSuchUpload } from '../errors.ts'
import type { S3Context } from '../request-context.ts'

/** S3's highest number of a part. */
export const MAX_PARTS = 10_000

/** What must be known of the file when it is complete, and who began it: kept in the row's metadata. */
const factsSchema = z.object({
  role: z.string(),
  contentType: z.string(),
  cacheControl: z.string(),
  contentEncoding: z.string().nullable(),
  mode: z.enum(['create', 'replace']),
})
const rowSchema = z.object({
  id: z.string(),
  owner_id: z.string().nullable(),
  metadata: factsSchema,
  user_metadata: z.record(z.string(), z.unknown()).nullable(),
})
export type UploadFacts = z.output<typeof factsSchema>

export interface Upload {
  id: string
  facts: FileFacts
  target: Target
  bucket: Bucket
}

/** The unfinished upload of the request, for whoever began it and for service_role; to others it is not there. */
export async function findUpload(context: S3Context): Promise<Upload> {
  const { query, database, actor, key } = context
  const { caller } = actor
  mustBeValidKey(key)
  const bucket = await findBucket(database, context.bucket)
  const text = `select id, owner_id, metadata, user_metadata
    from storage.s3_multipart_uploads
    where id = $1 and bucket_id = $2 and key = $3`
  const values = [query.get('uploadId') ?? '', bucket.id, key]
  const [found] = await database.lookUp({ name: 'storage_s3_upload', text, values })
  if (!found) throw noSuchUpload()
  const row = rowSchema.parse(found)
  const { role, mode, ...facts } = row.metadata
  const isOwn = caller.role === role && (caller.claims.sub ?? null) === row.owner_id
  if (!isOwn && caller.role !== 'service_role') throw noSuchUpload()
  return {
    id: row.id,
    facts: { ...facts, userMetadata: row.user_metadata },
    target: { bucketId: bucket.id, key, mode, actor, ownerId: row.owner_id ?? undefined },
    bucket,
  }
}

export function partNumberOf({ query }: S3Context): number {
  const number = query.count('partNumber', { max: MAX_PARTS + 1, fallback: 0 })
  if (number < 1 || number > MAX_PARTS) throw invalidArgument(`partNumber must be a number from 1 to ${MAX_PARTS}.`)
  return number
}

const partSchema = z.object({
  part_number: z.number(),
  etag: z.string(),
  // bigint arrives as text
  size: z.coerce.number(),
  version: z.string(),
  created_at: z.date(),
})
export type Part = z.output<typeof partSchema>

/** Parts in their order, behind a number. */
export async function readParts(
  client: pg.ClientBase,
  uploadId: string,
  { after = 0, limit = MAX_PARTS }: { after?: number; limit?: number } = {},
): Promise<Part[]> {
  const { rows } = await client.query(
    `select part_number, etag, size, version, created_at
     from storage.s3_multipart_uploads_parts
     where upload_id = $1 and part_number > $2
     order by part_number
     limit $3`,
    [uploadId, after, limit],
  )
  return rows.map((row) => partSchema.parse(row))
}
