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
import { amzHeader, type S3Exchange, type S3Handler } from '../request-context.ts'
import { xmlResponse } from '../xml-writer.ts'
import { copySourceOf } from './copy-source.ts'
import { factsOf, takenIsFailed, writeModeOf } from './put-object.ts'

/** CopyObject: an independent copy; the caller must see the source and may write the destination. */
export const copyObject: S3Handler = async (exchange) => {
  const { bucket: bucketId, actor, database } = exchange
  const key = mustBeValidKey(exchange.key)
  const directive = amzHeader(exchange, 'x-amz-metadata-directive') ?? 'COPY'
  if (directive !== 'COPY' && directive !== 'REPLACE') {
    throw invalidArgument('x-amz-metadata-directive must be COPY or REPLACE.')
  }
  const mode = writeModeOf(exchange.request.headers)
  const from = copySourceOf(exchange)
  if (directive === 'COPY' && from.bucket === bucketId && from.key === key) {
    throw invalidRequest('An object can be copied onto itself only with other metadata (metadata directive REPLACE).')
  }
  const bucket = await findBucket(database, bucketId)
  const copy = await withCurrentVersion(exchange, from.find, async (source) => {
    const row: NewRow = {
      bucketId,
      name: key,
      ownerId: actor.caller.claims.sub,
      version: randomUUID(),
      ...describeCopy(exchange, source, directive),
    }
    mustBeAllowedIn(exchange, bucket, row.metadata)
    await database.tryAsCaller(actor, (client) => tryRow(client, row, mode))
    return keepCopy(exchange, source, row, mode)
  }).catch((error: unknown) => {
    throw mode === 'create' ? takenIsFailed(error) : error
  })
  const { etag, lastModified } = validatorsOf(copy)
  return xmlResponse('CopyObjectResult', { LastModified: lastModified.toISOString(), ETag: etag })
}

function describeCopy(exchange: S3Exchange, source: ObjectRow, directive: 'COPY' | 'REPLACE') {
  const now = new Date(Math.floor(exchange.context.now().getTime() / 1000) * 1000)
  const own = { ...source.metadata, lastModified: now.toISOString() }
  if (directive === 'COPY') return { metadata: own, userMetadata: source.user_metadata }
  const { contentType, cacheControl, contentEncoding, userMetadata } = factsOf(exchange)
  const { contentEncoding: _, ...rest } = own
  return {
    metadata: { ...rest, mimetype: contentType, cacheControl, ...(contentEncoding ? { contentEncoding } : {}) },
    userMetadata,
  }
}
