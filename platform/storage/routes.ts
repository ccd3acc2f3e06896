import { createRouter, type Router } from '../kernel/router.ts'
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
import { callerOf, type Handler, type StorageParts } from './request-context.ts'
import type { Resumables } from './resumable/resumable-upload.ts'
import { readSigned } from './signed/read-signed.ts'
import { signUrl, signUrls } from './signed/sign-url.ts'
import { signUpload, uploadSigned } from './signed/signed-upload.ts'

interface Route {
  methods: readonly string[]
  path: string
  /** What policies see as operation. */
  operation: string
  handler: Handler
}

const on = (methods: readonly string[]) => (path: string, operation: string, handler: Handler) => ({
  methods,
  path,
  operation: `storage.${operation}`,
  handler,
})
const get = on(['GET'])
const read = on(['GET', 'HEAD'])
const post = on(['POST'])
const put = on(['PUT'])
const remove = on(['DELETE'])
const options = on(['OPTIONS'])

/** The service's router. What is called with another method than those of the table is not there. */
export function routeStorage(resumables: Resumables): Router<StorageParts> {
  const router = createRouter<StorageParts>({ strict: true })
  for (const { methods, path, operation, handler } of storageRoutes(resumables)) {
    // Hono dispatches HEAD like GET.
    const dispatched = new Set(methods.map((method) => (method === 'HEAD' ? 'GET' : method)))
    router.on([...dispatched], path, async (context, next) => {
      if (!methods.includes(context.req.method)) return next()
      context.set('operation', operation)
      return handler(context)
    })
  }
  return router
}

/** Every call of the service, the narrower path before the wider. The third column is what policies see. */
function storageRoutes({ handle, handleSigned }: Resumables): Route[] {
  return [
    get('/status', 'status', async () => new Response(null)),
    get('/statusz', 'status', async () => new Response(null)),
    get(
      '/version',
      'version',
      async () => new Response('five-families', { headers: { 'content-type': 'text/plain' } }),
    ),

    get('/bucket', 'bucket.list', listBuckets),
    post('/bucket', 'bucket.create', createBucket),
    get('/bucket/:bucket', 'bucket.get', getBucket),
    put('/bucket/:bucket', 'bucket.update', updateBucket),
    remove('/bucket/:bucket', 'bucket.delete', deleteBucket),
    post('/bucket/:bucket/empty', 'bucket.empty', emptyBucket),
    get('/bucket/:bucket/lifecycle', 'bucket.lifecycle', lifecycle),
    put('/bucket/:bucket/lifecycle', 'bucket.lifecycle', lifecycle),
    remove('/bucket/:bucket/lifecycle', 'bucket.lifecycle', lifecycle),
    remove('/cdn/:bucket', 'object.purge_cache', purgeCache),
    remove('/cdn/:bucket/:key{.+}', 'object.purge_cache', purgeCache),

    read('/object/public/:bucket/:key{.+}', 'object.get_public', readPublicObject),
    read('/object/authenticated/:bucket/:key{.+}', 'object.get_authenticated', readAuthenticatedObject),
    read('/object/sign/:bucket/:key{.+}', 'object.get_signed', readSigned),
    read('/object/info/public/:bucket/:key{.+}', 'object.info_public', publicObjectInfo),
    read('/object/info/authenticated/:bucket/:key{.+}', 'object.info_authenticated', objectInfo),
    read('/object/info/:bucket/:key{.+}', 'object.info_authenticated', objectInfo),
    read('/object/:bucket/:key{.+}', 'object.get_authenticated', readObject),

    post('/object/copy', 'object.copy', copyObject),
    post('/object/move', 'object.move', moveObject),
    post('/object/list/:bucket', 'object.list', listObjects),
    post('/object/list-v2/:bucket', 'object.list_v2', listObjectsV2),
    post('/object/sign/:bucket', 'object.sign_many', signUrls),
    post('/object/sign/:bucket/:key{.+}', 'object.sign', signUrl),
    post('/object/upload/sign/:bucket/:key{.+}', 'object.sign_upload_url', signUpload),
    put('/object/upload/sign/:bucket/:key{.+}', 'object.upload_signed', uploadSigned),
    post('/object/:bucket/:key{.+}', 'object.upload', uploadObject),
    put('/object/:bucket/:key{.+}', 'object.upload_update', updateObject),
    remove('/object/:bucket', 'object.delete_many', deleteObjects),
    remove('/object/:bucket/:key{.+}', 'object.delete', deleteObject),

    get('/render/image/public/:bucket/:key{.+}', 'render.image_public', renderPublic),
    get('/render/image/authenticated/:bucket/:key{.+}', 'render.image_authenticated', renderAuthenticated),
    get('/render/image/sign/:bucket/:key{.+}', 'render.image_sign', renderSigned),

    options('/upload/resumable/sign', 'tus.options', handleSigned),
    post('/upload/resumable/sign', 'tus.upload.create', handleSigned),
    ...continued('/upload/resumable/sign/:upload', handleSigned),
    options('/upload/resumable', 'tus.options', handle),
    post('/upload/resumable', 'tus.upload.create', handle),
    ...continued('/upload/resumable/:upload', handle),
  ]
}

function continued(path: string, handler: Handler): Route[] {
  return [
    on(['HEAD'])(path, 'tus.upload.get', handler),
    on(['PATCH'])(path, 'tus.upload.part', handler),
    remove(path, 'tus.upload.delete', handler),
    options(path, 'tus.options', handler),
  ]
}

/** Rules that remove files by age are a paid feature of hosted projects, off there by default as well. */
const lifecycle: Handler = async (context) => {
  await callerOf(context)
  throw featureNotEnabled('bucket lifecycle')
}

/** There is no cache of ours in front of the files: a CDN that an operator adds is purged with its own tools. */
const purgeCache: Handler = async (context) => {
  const { role } = await callerOf(context)
  if (role !== 'service_role') throw serviceRoleOnly()
  throw featureNotEnabled('CDN cache purge')
}
