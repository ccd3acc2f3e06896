import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '../database.ts'
import { noSuchBucket } from '../errors.ts'

/** A bucket as the API shows it. */
export interface Bucket {
  id: string
  name: string
  /** Id of whoever made it; empty for one that the platform made. */
  owner: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: string
  updated_at: string
}

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  public: z.boolean().nullable(),
  type: z.string(),
  // bigint arrives as text
  file_size_limit: z.coerce.number().nullable(),
  allowed_mime_types: z.array(z.string()).nullable(),
  created_at: z.date().nullable(),
  updated_at: z.date().nullable(),
})

export const BUCKET_COLUMNS =
  "id, name, coalesce(owner_id, owner::text, '') as owner, public, type::text, file_size_limit, allowed_mime_types, created_at, updated_at"

/** Without `type`: the shape of one bucket. Lists add it. */
export function presentBucket(row: unknown): Bucket {
  const { type: _, ...bucket } = presentListed(row)
  return bucket
}

export function presentListed(row: unknown): Bucket & { type: string } {
  const bucket = rowSchema.parse(row)
  return {
    id: bucket.id,
    name: bucket.name,
    owner: bucket.owner,
    public: bucket.public ?? false,
    type: bucket.type,
    file_size_limit: bucket.file_size_limit,
    allowed_mime_types: bucket.allowed_mime_types,
    created_at: (bucket.created_at ?? new Date(0)).toISOString(),
    updated_at: (bucket.updated_at ?? new Date(0)).toISOString(),
  }
}

const BY_ID = `select ${BUCKET_COLUMNS} from storage.buckets where id = $1`

/** Looked up with the platform's own rights: no policy on storage.buckets is needed to use a bucket's files. */
export async function findBucket(database: Database, id: string): Promise<Bucket> {
  const [row] = await database.lookUp({ name: 'storage_bucket', text: BY_ID, values: [id] })
  if (!row) throw noSuchBucket()
  return presentBucket(row)
}

export async function findBucketWith(client: pg.ClientBase, id: string): Promise<Bucket> {
  const { rows } = await client.query(BY_ID, [id])
  if (rows.length === 0) throw noSuchBucket()
  return presentBucket(rows[0])
}
