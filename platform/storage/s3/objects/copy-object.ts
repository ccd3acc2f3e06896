import { randomUUID } from 'node:crypto'
import { findBucket } from '../../buckets/bucket.ts'
import { invalidRequest } from '../../errors.ts'
import { mustBeValidKey } from '../../names.ts'
import { keepCopy } from '../../objects/copy-object.ts'
import { withCurrentVersion } from '../../objects/current-version.ts'
import type { ObjectRow } from '../../objects/object-row.ts'
import { mustBeAllowedIn } from '../../objects/receive-object.ts'
import { validatorsOf } from '../../objects/serve-object.ts'
import { type NewRow, tryRow } from '../../objects/write-row.ts'
import { invalidArgument } from '../errors.ts'
import { amzHeader, type S3Context, type S3Handler } from '../request-context.ts'
import { xmlResponse } from '../xml-writer.ts'
import { copySourceOf } from './copy-source.ts'
import { factsOf, takenIsFailed, writeModeOf } from './put-object.ts'

/** CopyObject: an independent copy; the caller must see the source and may write the destination. */
export const copyObject: S3Handler = async (context) => {
  const { bucket: bucketId, actor, database } = context
  const key = mustBeValidKey(context.key)
  const directive = amzHeader(context, 'x-amz-metadata-directive') ?? 'COPY'
  if (directive !== 'COPY' && directive !== 'REPLACE') {
    throw invalidArgument('x-amz-metadata-directive must be COPY or REPLACE.')
  }
  const mode = writeModeOf(context.request.headers)
  const from = copySourceOf(context)
  if (directive === 'COPY' && from.bucket === bucketId && from.key === key) {
    throw invalidRequest('An object can be copied onto itself only with other metadata (metadata directive REPLACE).')
  }
  const bucket = await findBucket(database, bucketId)
  const copy = await withCurrentVersion(context, from.find, async (source) => {
    const row: NewRow = {
      bucketId,
      name: key,
      ownerId: actor.caller.claims.sub,
      version: randomUUID(),
      ...describeCopy(context, source, directive),
    }
    mustBeAllowedIn(context, bucket, row.metadata)
    await database.tryAsCaller(actor, (client) => tryRow(client, row, mode))
    return keepCopy(context, source, row, mode)
  }).catch((error: unknown) => {
    throw mode === 'create' ? takenIsFailed(error) : error
  })
  const { etag, lastModified } = validatorsOf(copy)
  return xmlResponse('CopyObjectResult', { LastModified: lastModified.toISOString(), ETag: etag })
}

function describeCopy(context: S3Context, source: ObjectRow, directive: 'COPY' | 'REPLACE') {
  const now = new Date(Math.floor(context.platform.now().getTime() / 1000) * 1000)
  const own = { ...source.metadata, lastModified: now.toISOString() }
  if (directive === 'COPY') return { metadata: own, userMetadata: source.user_metadata }
  const { contentType, cacheControl, contentEncoding, userMetadata } = factsOf(context)
  const { contentEncoding: _, ...rest } = own
  return {
    metadata: { ...rest, mimetype: contentType, cacheControl, ...(contentEncoding ? { contentEncoding } : {}) },
    userMetadata,
  }
}
