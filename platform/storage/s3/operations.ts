import type { Query } from './auth/query.ts'
import {
  createBucket,
  deleteBucket,
  getBucketLocation,
  getBucketVersioning,
  headBucket,
} from './buckets/bucket-operations.ts'
import { listBuckets } from './buckets/list-buckets.ts'
import { methodNotAllowed, notImplemented } from './errors.ts'
import { completeUpload } from './multipart/complete-upload.ts'
import { abortUpload, createUpload } from './multipart/create-upload.ts'
import { listParts } from './multipart/list-parts.ts'
import { listUploads } from './multipart/list-uploads.ts'
import { uploadPart, uploadPartCopy } from './multipart/upload-part.ts'
import { copyObject } from './objects/copy-object.ts'
import { deleteObject, deleteObjects } from './objects/delete-objects.ts'
import { getObject, getObjectTagging } from './objects/get-object.ts'
import { listObjects } from './objects/list-objects.ts'
import { putObject } from './objects/put-object.ts'
import type { S3Handler } from './request-context.ts'

export interface Operation {
  /** What policies see as storage.operation(). */
  name: string
  handler: S3Handler
}

interface Rule extends Operation {
  method: string
  on: 'service' | 'bucket' | 'object'
  /** Query parameter or header that makes it this operation. */
  query?: string
  header?: string
}

const rule = (method: string, on: Rule['on'], name: string, handler: S3Handler, mark: Partial<Rule> = {}): Rule => ({
  method,
  on,
  name: `storage.s3.${name}`,
  handler,
  ...mark,
})

const COPY = { header: 'x-amz-copy-source' }

/** Every operation, the more special before the more general. */
const RULES: readonly Rule[] = [
  rule('GET', 'service', 'bucket.list', listBuckets),

  rule('GET', 'bucket', 'bucket.get_location', getBucketLocation, { query: 'location' }),
  rule('GET', 'bucket', 'bucket.get_versioning', getBucketVersioning, { query: 'versioning' }),
  rule('GET', 'bucket', 'upload.list_multipart', listUploads, { query: 'uploads' }),
  rule('GET', 'bucket', 'object.list', listObjects),
  rule('HEAD', 'bucket', 'bucket.head', headBucket),
  rule('PUT', 'bucket', 'bucket.create', createBucket),
  rule('DELETE', 'bucket', 'bucket.delete', deleteBucket),
  rule('POST', 'bucket', 'object.delete_many', deleteObjects, { query: 'delete' }),

  rule('GET', 'object', 'upload.list_parts', listParts, { query: 'uploadId' }),
  rule('GET', 'object', 'object.get_tagging', getObjectTagging, { query: 'tagging' }),
  rule('GET', 'object', 'object.get', getObject),
  rule('HEAD', 'object', 'object.info', getObject),
  rule('PUT', 'object', 'upload.part_copy', uploadPartCopy, { query: 'uploadId', ...COPY }),
  rule('PUT', 'object', 'upload.part', uploadPart, { query: 'uploadId' }),
  rule('PUT', 'object', 'object.copy', copyObject, COPY),
  rule('PUT', 'object', 'upload', putObject),
  rule('POST', 'object', 'upload.create_multipart', createUpload, { query: 'uploads' }),
  rule('POST', 'object', 'upload.complete_multipart', completeUpload, { query: 'uploadId' }),
  rule('DELETE', 'object', 'upload.abort_multipart', abortUpload, { query: 'uploadId' }),
  rule('DELETE', 'object', 'object.delete', deleteObject),
]

/** Parts of S3 that are not served: without this list `?acl` would be read as the object itself. */
const OTHERS = [
  'accelerate',
  'acl',
  'analytics',
  'attributes',
  'cors',
  'encryption',
  'intelligent-tiering',
  'inventory',
  'legal-hold',
  'lifecycle',
  'logging',
  'metadataTable',
  'metrics',
  'notification',
  'object-lock',
  'ownershipControls',
  'policy',
  'policyStatus',
  'publicAccessBlock',
  'renameObject',
  'replication',
  'requestPayment',
  'restore',
  'retention',
  'select',
  'session',
  'tagging',
  'torrent',
  'versioning',
  'versions',
  'website',
]

export function findOperation(request: { method: string; headers: Headers }, query: Query, on: Rule['on']): Operation {
  const found = RULES.find(
    ({ method, on: place, query: parameter, header }) =>
      method === request.method &&
      place === on &&
      (parameter === undefined || query.has(parameter)) &&
      (header === undefined || request.headers.has(header) || query.has(header)),
  )
  const other = OTHERS.find((name) => query.has(name))
  if (other && !(found && RULES.some((own) => own.name === found.name && own.query === other))) {
    throw notImplemented(`The operation ?${other}`)
  }
  if (!found) throw methodNotAllowed()
  return found
}
