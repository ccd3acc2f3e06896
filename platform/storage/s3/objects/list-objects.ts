import type pg from 'pg'
import { z } from 'zod'
import { findBucket } from '../../buckets/bucket.ts'
import { metadataSchema } from '../../objects/object-row.ts'
import { encodeRfc3986 } from '../auth/canonical-request.ts'
import { invalidArgument } from '../errors.ts'
import type { S3Context, S3Handler } from '../request-context.ts'
import { type XmlContent, xmlResponse } from '../xml-writer.ts'

/** S3's page. */
const MAX_KEYS = 1000
/** Sorts behind every character that a name can have. */
const LAST_CHARACTER = '\u{10ffff}'

const rowSchema = z.object({
  name: z.string(),
  folder: z.string().nullable(),
  metadata: metadataSchema.nullable(),
  updated_at: z.date().nullable(),
  id: z.string(),
})
type Row = z.output<typeof rowSchema>

/** ListObjects and ListObjectsV2: the files that the caller's policies show, in the order of their bytes. */
export const listObjects: S3Handler = async (context) => {
  const { query, bucket, database, actor } = context
  const isV2 = query.get('list-type') === '2'
  if (query.has('list-type') && !isV2) throw invalidArgument('list-type must be 2, or left out.')
  await findBucket(database, bucket)
  const wish = {
    bucket,
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    max: query.count('max-keys', { max: MAX_KEYS, fallback: MAX_KEYS }),
    after: isV2 ? startOfV2(context) : startOfV1(context),
  }
  const rows = wish.max === 0 ? [] : await database.asCaller(actor, (client) => readPage(client, wish))
  const page = rows.slice(0, wish.max)
  const last = rows.length > wish.max ? page.at(-1) : undefined
  return isV2 ? presentV2(context, wish, page, last) : presentV1(context, wish, page, last)
}

interface Wish {
  bucket: string
  prefix: string
  delimiter: string
  max: number
  /** Names up to and including this one are left out. */
  after: string
}

function startOfV1({ query }: S3Context): string {
  const marker = query.get('marker') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  // The marker of a page that ended with a common prefix is that prefix: nothing below it may come again.
  return delimiter !== '' && marker.endsWith(delimiter) ? marker + LAST_CHARACTER : marker
}

function startOfV2({ query }: S3Context): string {
  const token = query.get('continuation-token')
  if (token === undefined) return query.get('start-after') ?? ''
  const after = Buffer.from(token, 'base64url').toString('utf8')
  if (after === '' || writeToken(after) !== token) throw invalidArgument('The continuation token is not one of ours.')
  return after
}

function writeToken(after: string): string {
  return Buffer.from(after).toString('base64url')
}

const COLUMNS = 'name, id, metadata, updated_at'
const WITHIN = `bucket_id = $1 and starts_with(name, $2) and name collate "C" >= $2 and name collate "C" < $2 || '${LAST_CHARACTER}'`
const FLAT = `
  select ${COLUMNS}, null as folder
  from storage.objects
  where ${WITHIN} and name collate "C" > $3
  order by name collate "C"
  limit $4`
/** From each folder's first file on it jumps behind the folder: a million files below one cost one step. */
const FOLDED = `
  with recursive
    step as (
      select 0 as number, null::storage.objects as file, null::text as folder, $3::text as after
      union all
      select step.number + 1, found.file, found.folder, coalesce(found.folder || '${LAST_CHARACTER}', (found.file).name)
      from step,
        lateral (
          select
            objects as file,
            case
              when position($5 in substr(name, length($2) + 1)) > 0
              then left(name, length($2) + position($5 in substr(name, length($2) + 1)) + length($5) - 1)
            end as folder
          from storage.objects
          where ${WITHIN} and name collate "C" > step.after
          order by name collate "C"
          limit 1
        ) as found
      where step.number < $4
    )
  select (file).name, (file).id, (file).metadata, (file).updated_at, folder
  from step
  where number > 0
  order by number`

async function readPage(client: pg.ClientBase, { bucket, prefix, delimiter, max, after }: Wish): Promise<Row[]> {
  const values = [bucket, prefix, after, max + 1]
  const { rows } = await client.query(
    delimiter === '' ? { text: FLAT, values } : { text: FOLDED, values: [...values, delimiter] },
  )
  return rows.map((row) => rowSchema.parse(row))
}

function presentV2(context: S3Context, wish: Wish, page: Row[], last: Row | undefined): Response {
  const { query } = context
  const encode = encoder(context)
  return xmlResponse('ListBucketResult', {
    Name: wish.bucket,
    Prefix: encode(wish.prefix),
    Delimiter: wish.delimiter === '' ? undefined : encode(wish.delimiter),
    MaxKeys: wish.max,
    EncodingType: query.get('encoding-type'),
    KeyCount: page.length,
    IsTruncated: last !== undefined,
    ContinuationToken: query.get('continuation-token'),
    NextContinuationToken: last && writeToken(last.folder === null ? last.name : last.folder + LAST_CHARACTER),
    StartAfter: query.has('start-after') ? encode(query.get('start-after') ?? '') : undefined,
    ...entries(page, encode),
  })
}

function presentV1(context: S3Context, wish: Wish, page: Row[], last: Row | undefined): Response {
  const { query } = context
  const encode = encoder(context)
  return xmlResponse('ListBucketResult', {
    Name: wish.bucket,
    Prefix: encode(wish.prefix),
    Marker: encode(query.get('marker') ?? ''),
    NextMarker: last && encode(last.folder ?? last.name),
    Delimiter: wish.delimiter === '' ? undefined : encode(wish.delimiter),
    MaxKeys: wish.max,
    EncodingType: query.get('encoding-type'),
    IsTruncated: last !== undefined,
    ...entries(page, encode),
  })
}

function entries(page: Row[], encode: (text: string) => string): XmlContent {
  return {
    Contents: page
      .filter(({ folder }) => folder === null)
      .map(({ id, name, metadata, updated_at }) => ({
        Key: encode(name),
        LastModified: new Date(metadata?.lastModified ?? updated_at ?? 0).toISOString(),
        ETag: metadata?.eTag ?? `"${id}"`,
        Size: metadata?.size ?? 0,
        StorageClass: 'STANDARD',
      })),
    CommonPrefixes: page.flatMap(({ folder }) => (folder === null ? [] : [{ Prefix: encode(folder) }])),
  }
}

/** `encoding-type=url`: for clients whose XML parsers take no odd characters. */
export function encoder({ query }: S3Context): (text: string) => string {
  const type = query.get('encoding-type')
  if (type === undefined) return (text) => text
  if (type !== 'url') throw invalidArgument('encoding-type must be url, or left out.')
  return (text) => text.split('/').map(encodeRfc3986).join('/')
}
