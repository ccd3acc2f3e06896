import { randomUUID } from 'node:crypto'
import { type Locker, MemoryLocker, Server } from '@tus/server'
import { findBucket } from '../buckets/bucket.ts'
import type { Actor } from '../database.ts'
import { accessDenied, invalidRequest, noSuchUpload, StorageError, tooLarge } from '../errors.ts'
import type { Exchange, Handler, StorageParts } from '../exchange.ts'
import { cacheControlField, cleanHeader, type FileFacts, parseMetadata } from '../intake/incoming.ts'
import { SNIFF_BYTES } from '../intake/sniff.ts'
import { describeFile } from '../intake/spool.ts'
import { mustBeValidKey } from '../names.ts'
import { admitType, askPolicies, keepFile, sizeLimitOf, type Target } from '../objects/receive-object.ts'
import { fromPostgres, isRefusal } from '../postgres-errors.ts'
import { checkGrant, type Grant } from '../signed/url-token.ts'
import { unfinishedDir } from './unfinished.ts'
import { UploadFiles, type UploadState } from './upload-files.ts'

export interface Resumables {
  /** TUS 1.0.0 at /upload/resumable, authorised by the caller's token. */
  handle: Handler
  /** The same at /upload/resumable/sign, authorised by a signed upload token in x-signature. */
  handleSigned: Handler
}

/** Resumable uploads as tus-js-client and Uppy speak them. The protocol is @tus/server's; who may do what is ours. */
export async function createResumables(parts: StorageParts): Promise<Resumables> {
  const files = new UploadFiles(unfinishedDir(parts.store))
  await files.prepare()
  // One upload is continued by one request at a time; a second one waits or takes over (423 when it cannot).
  const locker = new MemoryLocker()
  return {
    handle: (exchange) => answer({ exchange, files, locker, signed: false }),
    handleSigned: (exchange) => answer({ exchange, files, locker, signed: true }),
  }
}

interface Session {
  exchange: Exchange
  files: UploadFiles
  locker: Locker
  signed: boolean
}

async function answer(session: Session): Promise<Response> {
  const { exchange, files, locker, signed } = session
  const { request, call, context, url } = exchange
  const path = signed ? '/upload/resumable/sign' : '/upload/resumable'
  // On a port of its own the service has no public address to be told.
  const base = call.mountPath === '' ? url.origin : `${context.publicUrl}${call.mountPath}`
  const server = new Server({
    path,
    datastore: files,
    locker,
    maxSize: context.config.storage.file_size_limit,
    namingFunction: () => randomUUID(),
    generateUrl: (_, { id }) => `${base}${path}/${id}`,
    onIncomingRequest: (_, id) => asTus(exchange, () => admitContinuation(session, id)),
    onUploadCreate: (_, upload) =>
      asTus(exchange, async () => {
        await admitCreation(session, upload)
        return {}
      }),
    onUploadFinish: (_, upload) =>
      asTus(exchange, async () => {
        await finish(session, upload.id)
        return {}
      }),
  })
  return server.handleWeb(request)
}

/** Our failures in the shape that @tus/server renders: the true status, the same JSON as elsewhere. */
async function asTus<Result>(exchange: Exchange, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const known = error instanceof StorageError ? error : fromPostgres(error)
    if (!known) throw error
    const { statusCode, code, message } = known
    const body = JSON.stringify({ statusCode: String(statusCode), error: known.error, message, code })
    exchange.context.log.debug({ code, requestId: exchange.call.requestId }, 'a resumable upload was refused')
    throw { status_code: statusCode, body }
  }
}

async function admitCreation(
  session: Session,
  upload: { id: string; size?: number | undefined; metadata?: UploadState['metadata'] | undefined },
) {
  const { exchange, files } = session
  const metadata = upload.metadata ?? {}
  const bucketId = metadata.bucketName
  const key = metadata.objectName
  if (!bucketId) throw invalidRequest('Upload-Metadata must name bucketName')
  if (!key) throw invalidRequest('Upload-Metadata must name objectName')
  mustBeValidKey(key)
  const right = await rightTo(session, `${bucketId}/${key}`)
  const upsert = right.grant ? right.grant.upsert === true : exchange.request.headers.get('x-upsert') === 'true'
  const bucket = await findBucket(exchange.database, bucketId)
  if ((upload.size ?? 0) > sizeLimitOf(exchange, bucket)) throw tooLarge()
  const facts = factsOf(metadata)
  const target = targetOf({ bucketId, key, upsert, ownerId: right.ownerId }, right.actor)
  await askPolicies(exchange, target, facts, upload.size)
  await files.writeState(upload.id, {
    metadata,
    bucketId,
    key,
    upsert,
    createdAt: new Date().toISOString(),
    ...(upload.size === undefined ? {} : { size: upload.size }),
    ...(right.ownerId === undefined ? {} : { ownerId: right.ownerId }),
  })
}

/** Every later request must come from whoever began the upload. */
async function admitContinuation(session: Session, id: string): Promise<void> {
  const { exchange, files } = session
  if (exchange.request.method === 'POST' || exchange.request.method === 'OPTIONS') return
  const state = await files.readState(id)
  const right = await rightTo(session, `${state.bucketId}/${state.key}`)
  if (right.ownerId !== state.ownerId) throw noSuchUpload()
  // The last piece arrived but the process ended before the object was made: make it now, before saying "complete".
  const { method } = exchange.request
  const complete = state.finished === undefined && state.size !== undefined && (await files.offsetOf(id)) === state.size
  if (complete && method === 'HEAD') await finish(session, id)
}

interface Right {
  actor: Actor | null
  ownerId: string | undefined
  grant: Grant | null
}

async function rightTo({ exchange, signed }: Session, path: string): Promise<Right> {
  const { tokens, now } = exchange.context
  if (signed) {
    const token = exchange.request.headers.get('x-signature')
    if (!token) throw accessDenied('The x-signature header with an upload token is missing')
    const grant = await checkGrant({ tokens, now: now(), token, path, scope: 'upload' })
    return { actor: null, ownerId: grant.owner, grant }
  }
  const actor = await exchange.actor()
  return { actor, ownerId: actor.caller.claims.sub, grant: null }
}

/** All bytes are there: check them, and make the object. */
async function finish(session: Session, id: string): Promise<void> {
  const { exchange, files } = session
  const state = await files.readState(id)
  if (state.finished !== undefined) return
  const right = await rightTo(session, `${state.bucketId}/${state.key}`)
  const bucket = await findBucket(exchange.database, state.bucketId)
  const head = await files.headOf(id, SNIFF_BYTES)
  const file = await describeFile(files.bytesPath(id))
  const target = targetOf(state, right.actor)
  try {
    // A client that announced no length was not held to the bucket's limit until now.
    if (file.size > sizeLimitOf(exchange, bucket)) throw tooLarge()
    const facts = admitType(factsOf(state.metadata), head, bucket)
    await askPolicies(exchange, target, facts, file.size)
    const finished = await keepFile(exchange, { target, file, facts, head })
    await files.remove(id)
    await files.writeState(id, { ...state, size: file.size, finished })
  } catch (error) {
    // A refusal is final, so its bytes go; after anything else the client may try the last step again.
    if (isRefusal(error)) await files.remove(id)
    throw error
  }
}

function targetOf(state: Pick<UploadState, 'bucketId' | 'key' | 'upsert' | 'ownerId'>, actor: Actor | null): Target {
  const { bucketId, key, upsert, ownerId } = state
  return { bucketId, key, mode: upsert ? 'upsert' : 'create', actor, ownerId }
}

function factsOf(metadata: UploadState['metadata']): FileFacts {
  return {
    contentType: cleanHeader(metadata.contentType || 'application/octet-stream'),
    cacheControl: cacheControlField(metadata.cacheControl ?? ''),
    contentEncoding: null,
    userMetadata: metadata.metadata ? parseMetadata(metadata.metadata) : null,
  }
}
