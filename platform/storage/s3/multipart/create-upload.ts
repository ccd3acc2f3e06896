import { randomUUID } from 'node:crypto'
import { findBucket } from '../../buckets/bucket.ts'
import { allowsType } from '../../buckets/limits.ts'
import { invalidMimeType } from '../../errors.ts'
import { mustBeValidKey } from '../../names.ts'
import { askPolicies } from '../../objects/receive-object.ts'
import { removeVersions } from '../../objects/remove-versions.ts'
import { maxUnfinished } from '../../resumable/unfinished.ts'
import { noSuchUpload, tooManyUploads } from '../errors.ts'
import { factsOf, writeModeOf } from '../objects/put-object.ts'
import type { S3Handler } from '../request-context.ts'
import { xmlResponse } from '../xml-writer.ts'
import { findUpload, readParts, type UploadFacts } from './upload.ts'

/** CreateMultipartUpload: the policies are asked now, so that nobody sends parts for nothing, and again at the end. */
export const createUpload: S3Handler = async (context) => {
  const { bucket, actor, database } = context
  const key = mustBeValidKey(context.key)
  const { id: bucketId, allowed_mime_types } = await findBucket(database, bucket)
  const { userMetadata, ...facts } = factsOf(context)
  if (!allowsType(allowed_mime_types, facts.contentType)) throw invalidMimeType(facts.contentType)
  const { role, claims } = actor.caller
  const mode = writeModeOf(context.request.headers)
  const target = { bucketId, key, mode, actor, ownerId: claims.sub }
  await askPolicies(context, target, { ...facts, userMetadata }, undefined)

  const id = randomUUID()
  const metadata: UploadFacts = { ...facts, role, mode }
  const limit = maxUnfinished(role)
  const { rowCount } = await database.asOwner((client) =>
    client.query(
      `insert into storage.s3_multipart_uploads
         (id, upload_signature, bucket_id, key, version, owner_id, user_metadata, metadata)
       select $1, '', $2, $3, $1, $4, $5, $6
       where $7 > (
         select count(*)
         from storage.s3_multipart_uploads
         where owner_id is not distinct from $4 and metadata->>'role' = $8
       )`,
      [id, bucketId, key, claims.sub ?? null, userMetadata, metadata, limit, role],
    ),
  )
  if (rowCount === 0) throw tooManyUploads(limit)
  return xmlResponse('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id })
}

/** AbortMultipartUpload: its parts are gone for good. */
export const abortUpload: S3Handler = async (context) => {
  const { id } = await findUpload(context)
  const parts = await context.database.asOwner(async (client) => {
    const found = await readParts(client, id)
    const { rowCount } = await client.query('delete from storage.s3_multipart_uploads where id = $1', [id])
    if (rowCount === 0) throw noSuchUpload()
    return found
  })
  await removeVersions(context, parts)
  return new Response(null, { status: 204 })
}
