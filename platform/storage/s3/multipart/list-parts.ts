import type { S3Handler } from '../request-context.ts'
import { xmlResponse } from '../xml-writer.ts'
import { findUpload, readParts } from './upload.ts'

/** S3's page. */
const MAX_PAGE = 1000

/** ListParts */
export const listParts: S3Handler = async (context) => {
  const { query, database, bucket, key } = context
  const { id } = await findUpload(context)
  const max = query.count('max-parts', { max: MAX_PAGE, fallback: MAX_PAGE })
  const after = query.count('part-number-marker', { max: 2_147_483_647, fallback: 0 })
  const rows = await database.asOwner((client) => readParts(client, id, { after, limit: max + 1 }))
  const page = rows.slice(0, max)
  const isTruncated = rows.length > max && max > 0
  return xmlResponse('ListPartsResult', {
    Bucket: bucket,
    Key: key,
    UploadId: id,
    PartNumberMarker: after,
    NextPartNumberMarker: isTruncated ? page.at(-1)?.part_number : undefined,
    MaxParts: max,
    IsTruncated: isTruncated,
    StorageClass: 'STANDARD',
    Part: page.map(({ part_number, created_at, etag, size }) => ({
      PartNumber: part_number,
      LastModified: created_at.toISOString(),
      ETag: `"${etag}"`,
      Size: size,
    })),
  })
}
