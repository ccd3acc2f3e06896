import { z } from 'zod'
import { findBucket } from '../../buckets/bucket.ts'
import { encoder } from '../objects/list-objects.ts'
import type { S3Handler } from '../request-context.ts'
import { xmlResponse } from '../xml-writer.ts'

/** S3's page. */
const MAX_PAGE = 1000

const rowSchema = z.object({
  name: z.string(),
  id: z.string(),
  is_folder: z.boolean(),
  created_at: z.date(),
})

/** One's own; all for service_role. Keys below a common prefix are one entry, which stands where the first of them does. */
const PAGE = `
  select entry.name, min(entry.id) as id, entry.is_folder, min(entry.created_at) as created_at
  from (
    select
      case when folder > 0 then left(key, length($2) + folder + length($3) - 1) else key end as name,
      case when folder > 0 then '' else id end as id,
      folder > 0 as is_folder,
      created_at
    from (
      select key, id, created_at,
        case when $3 = '' then 0 else position($3 in substr(key, length($2) + 1)) end as folder
      from storage.s3_multipart_uploads
      where bucket_id = $1
        and starts_with(key, $2)
        and ($6 or (owner_id is not distinct from $7 and metadata->>'role' = $8))
    ) as upload
  ) as entry
  where entry.name collate "C" > $4
    or (entry.name = $4 and $5 <> '' and not entry.is_folder and entry.id > $5)
  group by entry.name, entry.is_folder, case when entry.is_folder then '' else entry.id end
  order by entry.name collate "C", min(entry.id)
  limit $9`

/** ListMultipartUploads */
export const listUploads: S3Handler = async (context) => {
  const { query, database, actor, bucket } = context
  await findBucket(database, bucket)
  const encode = encoder(context)
  const { role, claims } = actor.caller
  const max = query.count('max-uploads', { max: MAX_PAGE, fallback: MAX_PAGE })
  const [prefix, delimiter, keyMarker, idMarker] = ['prefix', 'delimiter', 'key-marker', 'upload-id-marker'].map(
    (name) => query.get(name) ?? '',
  )
  const { rows } = await database.asOwner((client) =>
    client.query(PAGE, [
      bucket,
      prefix,
      delimiter,
      keyMarker,
      idMarker,
      role === 'service_role',
      claims.sub ?? null,
      role,
      max + 1,
    ]),
  )
  const page = rows.slice(0, max).map((row) => rowSchema.parse(row))
  const last = rows.length > max ? page.at(-1) : undefined
  return xmlResponse('ListMultipartUploadsResult', {
    Bucket: bucket,
    KeyMarker: encode(keyMarker ?? ''),
    UploadIdMarker: idMarker,
    NextKeyMarker: last && encode(last.name),
    NextUploadIdMarker: last?.id,
    Prefix: encode(prefix ?? ''),
    Delimiter: delimiter === '' ? undefined : encode(delimiter ?? ''),
    EncodingType: query.get('encoding-type'),
    MaxUploads: max,
    IsTruncated: last !== undefined,
    Upload: page
      .filter(({ is_folder }) => !is_folder)
      .map(({ name, id, created_at }) => ({
        Key: encode(name),
        UploadId: id,
        StorageClass: 'STANDARD',
        Initiated: created_at.toISOString(),
      })),
    CommonPrefixes: page.filter(({ is_folder }) => is_folder).map(({ name }) => ({ Prefix: encode(name) })),
  })
}
