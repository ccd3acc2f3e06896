import { createBucket } from './buckets/create-bucket.ts'
import { deleteBucket } from './buckets/delete-bucket.ts'
import { emptyBucket } from './buckets/empty-bucket.ts'
import { getBucket } from './buckets/get-bucket.ts'
import { listBuckets } from './buckets/list-buckets.ts'
import { updateBucket } from './buckets/update-bucket.ts'
import { featureNotEnabled, serviceRoleOnly } from './errors.ts'
import { copyObject } from './objects/copy-object.ts'
import { deleteObject, deleteObjects } from './objects/delete-objects.ts'
import { listObjects } from './objects/list-objects.ts'
import { listObjectsV2 } from './objects/list-objects-v2.ts'
import { moveObject } from './objects/move-object.ts'
import { objectInfo, publicObjectInfo } from './objects/object-info.ts'
import { readAuthenticatedObject, readObject, readPublicObject } from './objects/read-object.ts'
import { updateObject, uploadObject } from './objects/upload-object.ts'
import { renderAuthenticated, renderPublic, renderSigned } from './render/render-object.ts'
import type { Handler } from './request-context.ts'
import type { Resumables } from './resumable/resumable-upload.ts'
import type { Route } from './router.ts'
import { readSigned } from './signed/read-signed.ts'
import { signUrl, signUrls } from './signed/sign-url.ts'
import { signUpload, uploadSigned } from './signed/signed-upload.ts'

const route = (method: string, path: string, operation: string, handler: Handler): Route<Handler> => ({
  method,
  path,
  operation: `storage.${operation}`,
  handler,
})
const read = (path: string, operation: string, handler: Handler) => [
  route('GET', path, operation, handler),
  route('HEAD', path, operation, handler),
]

/** Every call of the service, the narrower path before the wider. The third column is what policies see. */
export function storageRoutes({ handle, handleSigned }: Resumables): Route<Handler>[] {
  return [
    route('GET', '/status', 'status', async () => new Response(null)),
    route('GET', '/statusz', 'status', async () => new Response(null)),
    route(
      'GET',
      '/version',
      'version',
      async () => new Response('dahlia', { headers: { 'content-type': 'text/plain' } }),
    ),

    route('GET', '/bucket', 'bucket.list', listBuckets),
    route('POST', '/bucket', 'bucket.create', createBucket),
    route('GET', '/bucket/:bucket', 'bucket.get', getBucket),
    route('PUT', '/bucket/:bucket', 'bucket.update', updateBucket),
    route('DELETE', '/bucket/:bucket', 'bucket.delete', deleteBucket),
    route('POST', '/bucket/:bucket/empty', 'bucket.empty', emptyBucket),
    route('GET', '/bucket/:bucket/lifecycle', 'bucket.lifecycle', lifecycle),
    route('PUT', '/bucket/:bucket/lifecycle', 'bucket.lifecycle', lifecycle),
    route('DELETE', '/bucket/:bucket/lifecycle', 'bucket.lifecycle', lifecycle),
    route('DELETE', '/cdn/:bucket', 'object.purge_cache', purgeCache),
    route('DELETE', '/cdn/:bucket/*key', 'object.purge_cache', purgeCache),

    ...read('/object/public/:bucket/*key', 'object.get_public', readPublicObject),
    ...read('/object/authenticated/:bucket/*key', 'object.get_authenticated', readAuthenticatedObject),
    ...read('/object/sign/:bucket/*key', 'object.get_signed', readSigned),
    ...read('/object/info/public/:bucket/*key', 'object.info_public', publicObjectInfo),
    ...read('/object/info/authenticated/:bucket/*key', 'object.info_authenticated', objectInfo),
    ...read('/object/info/:bucket/*key', 'object.info_authenticated', objectInfo),
    ...read('/object/:bucket/*key', 'object.get_authenticated', readObject),

    route('POST', '/object/copy', 'object.copy', copyObject),
    route('POST', '/object/move', 'object.move', moveObject),
    route('POST', '/object/list/:bucket', 'object.list', listObjects),
    route('POST', '/object/list-v2/:bucket', 'object.list_v2', listObjectsV2),
    route('POST', '/object/sign/:bucket', 'object.sign_many', signUrls),
    route('POST', '/object/sign/:bucket/*key', 'object.sign', signUrl),
    route('POST', '/object/upload/sign/:bucket/*key', 'object.sign_upload_url', signUpload),
    route('PUT', '/object/upload/sign/:bucket/*key', 'object.upload_signed', uploadSigned),
    route('POST', '/object/:bucket/*key', 'object.upload', uploadObject),
    route('PUT', '/object/:bucket/*key', 'object.upload_update', updateObject),
    route('DELETE', '/object/:bucket', 'object.delete_many', deleteObjects),
    route('DELETE', '/object/:bucket/*key', 'object.delete', deleteObject),

    route('GET', '/render/image/public/:bucket/*key', 'render.image_public', renderPublic),
    route('GET', '/render/image/authenticated/:bucket/*key', 'render.image_authenticated', renderAuthenticated),
    route('GET', '/render/image/sign/:bucket/*key', 'render.image_sign', renderSigned),

    route('OPTIONS', '/upload/resumable/sign', 'tus.options', handleSigned),
    route('POST', '/upload/resumable/sign', 'tus.upload.create', handleSigned),
    ...continued('/upload/resumable/sign/:upload', handleSigned),
    route('OPTIONS', '/upload/resumable', 'tus.options', handle),
    route('POST', '/upload/resumable', 'tus.upload.create', handle),
    ...continued('/upload/resumable/:upload', handle),
  ]
}

function continued(path: string, handler: Handler): Route<Handler>[] {
  return [
    route('HEAD', path, 'tus.upload.get', handler),
    route('PATCH', path, 'tus.upload.part', handler),
    route('DELETE', path, 'tus.upload.delete', handler),
    route('OPTIONS', path, 'tus.options', handler),
  ]
}

/** Rules that remove files by age are a paid feature of hosted projects, off there by default as well. */
const lifecycle: Handler = async (exchange) => {
  await exchange.caller()
  throw featureNotEnabled('bucket lifecycle')
}

/** There is no cache of ours in front of the files: a CDN that an operator adds is purged with its own tools. */
const purgeCache: Handler = async (exchange) => {
  const { role } = await exchange.caller()
  if (role !== 'service_role') throw serviceRoleOnly()
  throw featureNotEnabled('CDN cache purge')
}
