import { bodyFailure, commonFailure } from '../kernel/common-failures.ts'
import type { Call, Service, ServiceContext } from '../kernel/service.ts'
import type { VersionStore } from './blob-store/version-store.ts'
import { openDatabase } from './database.ts'
import { COMMON, internalError, renderError, StorageError } from './errors.ts'
import { removeOrphans } from './orphan-cleanup.ts'
import { fromPostgres } from './postgres-errors.ts'
import { createRenderQueue } from './render/render-queue.ts'
import type { StorageParts } from './request-context.ts'
import type { Resumables } from './resumable/resumable-upload.ts'
import { deleteExpired, unfinishedDir } from './resumable/unfinished.ts'
import { routeStorage } from './routes.ts'
import type { CredentialOptions } from './s3/auth/credentials.ts'
import { deleteExpiredUploads } from './s3/multipart/expired-uploads.ts'
import type { S3Service } from './s3/s3.ts'
import { seedBuckets } from './seed-buckets.ts'

/** Milliseconds between two looks for unfinished uploads, which live for a day: never much longer. */
const CLEAN_INTERVAL_MS = 60 * 60 * 1000
/** Looking for bytes that no row names reads the list of all files: at the start, then once a day. */
const ORPHANS_EVERY_TURNS = 24

export interface StorageOptions {
  store: VersionStore
  /** Signs S3 requests with session tokens, beside the legacy anon key. */
  publishableKey?: string
}

/** /storage/v1: buckets and files. Row-level security on storage.buckets and storage.objects decides who may do what. */
export async function createStorageService(
  context: ServiceContext,
  { store, publishableKey }: StorageOptions,
): Promise<Service> {
  const parts: StorageParts = {
    platform: context,
    store,
    database: openDatabase(context.pools),
    renderQueue: createRenderQueue(),
  }
  const router = routeStorage(loadResumables(parts))
  router.notFound(({ req }) => routeNotFound(req.raw))
  router.onError((error, { req, env }) => renderError(ownError(error, context, env.call), req.method))
  const s3 = context.config.storage.s3_protocol.enabled ? loadS3(parts, { platform: context, publishableKey }) : null
  await seedBuckets(parts)

  let turns = 0
  const clean = () =>
    cleanUp(parts, turns++ % ORPHANS_EVERY_TURNS === 0).then(
      (removed) => context.log.info(removed, 'orphaned files were removed'),
      (error: unknown) =>
        context.log.warn({ err: error }, 'orphaned files could not be removed; the next cleanup tries again'),
    )
  let cleaning = clean()
  const timer = setInterval(() => {
    cleaning = clean()
  }, CLEAN_INTERVAL_MS)
  timer.unref()

  return {
    async fetch(request, call) {
      // S3 tells its operations by query parameters and headers, which no router looks at.
      if (s3 && isS3(new URL(request.url).pathname)) return s3(request, call)
      return router.fetch(request, { ...parts, call })
    },
    async close() {
      clearInterval(timer)
      await cleaning
    },
  }
}

/** Unfinished uploads first: what they held is then found by the orphan cleanup. */
async function cleanUp(parts: StorageParts, withOrphans: boolean) {
  const expired = (await deleteExpired(unfinishedDir(parts.store))) + (await deleteExpiredUploads(parts))
  return { ...(withOrphans ? await removeOrphans(parts) : {}), expired }
}

function isS3(pathname: string): boolean {
  return pathname === '/s3' || pathname.startsWith('/s3/')
}

/** Loaded with the first request of an S3 client, not with the start. */
function loadS3(parts: StorageParts, options: CredentialOptions): S3Service {
  let loading: Promise<S3Service> | undefined
  return async (request, call) => {
    loading ??= import('./s3/s3.ts').then(({ createS3 }) => createS3(parts, options))
    return (await loading)(request, call)
  }
}

/** The protocol's library is loaded with the first resumable upload, not with the start. */
function loadResumables(parts: StorageParts): Resumables {
  let loading: Promise<Resumables> | undefined
  const load = () => {
    loading ??= import('./resumable/resumable-upload.ts').then(({ createResumables }) => createResumables(parts))
    return loading
  }
  return {
    handle: async (context) => (await load()).handle(context),
    handleSigned: async (context) => (await load()).handleSigned(context),
  }
}

function ownError(error: unknown, { log }: ServiceContext, { requestId }: Call): StorageError {
  const known = error instanceof StorageError ? error : (fromPostgres(error) ?? bodyFailure(error, COMMON))
  if (known) return known
  log.error({ err: error, requestId }, 'a storage request failed')
  return commonFailure(error, COMMON) ?? internalError()
}

function routeNotFound({ method, url }: Request): Response {
  const message = `Route ${method}:${new URL(url).pathname} not found`
  return Response.json({ message, error: 'Not Found', statusCode: 404 }, { status: 404 })
}
