import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { ERRORS, Server } from '@tus/server'
import { z } from 'zod'
import { commonFailure } from '../../kernel/common-failures.ts'
import { findBucket } from '../buckets/bucket.ts'
import type { Actor } from '../database.ts'
import {
  accessDenied,
  COMMON,
  internalError,
  invalidRequest,
  noSuchUpload,
  StorageError,
  tooLarge,
  tooManyUnfinished,
} from '../errors.ts'
import { mustBeValidKey } from '../names.ts'
import { admitType, askPolicies, keepFile, sizeLimitOf, type Target } from '../objects/receive-object.ts'
import { fromPostgres, isRefusal } from '../postgres-errors.ts'
import { actorOf, type Handler, type StorageContext, type StorageParts, urlOf } from '../request-context.ts'
import { checkGrant, type Grant } from '../signed/url-token.ts'
import { cacheControlField, cleanHeader, type FileFacts, parseMetadata } from '../upload/file-facts.ts'
import { SNIFF_BYTES } from '../upload/sniff.ts'
import { describeFile } from '../upload/temp-file.ts'
import { maxUnfinished, unfinishedDir } from './unfinished.ts'
import { UploadFiles, type UploadState } from './upload-files.ts'
import { UploadLocks } from './upload-locks.ts'

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
  const locks = new UploadLocks()
  return {
    handle: (context) => respond({ context, files, locks, signed: false }),
    handleSigned: (context) => respond({ context, files, locks, signed: true }),
  }
}

interface Session {
  context: StorageContext
  files: UploadFiles
  locks: UploadLocks
  signed: boolean
}

async function respond(session: Session): Promise<Response> {
  const { context, files, locks, signed } = session
  const { call, platform } = context.env
  const path = signed ? '/upload/resumable/sign' : '/upload/resumable'
  // On a port of its own the service has no public address to be told.
  const base = call.mountPath === '' ? urlOf(context).origin : `${platform.publicUrl}${call.mountPath}`
  const server = new Server({
    path,
    datastore: files,
    locker: locks,
    maxSize: platform.config.storage.file_size_limit,
    namingFunction: () => randomUUID(),
    generateUrl: (_, { id }) => `${base}${path}/${id}`,
    onIncomingRequest: (_, id) => asTus(context, () => admitContinuation(session, id)),
    onUploadCreate: (_, upload) =>
      asTus(context, async () => {
        await admitCreation(session, upload)
        return {}
      }),
    onUploadFinish: (_, upload) =>
      asTus(context, async () => {
        await finish(session, upload.id)
        return {}
      }),
    // What the library meets itself: a full disk, a database that is away. Its own words would be Node's.
    onResponseError: (_, error) => {
      if ('status_code' in error) return
      const known = commonFailure(error, COMMON)
      if (!known) context.env.platform.log.error({ err: error, requestId: call.requestId }, 'a resumable upload failed')
      return asResponse(known ?? internalError())
    },
  })
  return server.handleWeb(context.req.raw)
}

/** Our failures in the shape that @tus/server renders: the true status, the same JSON as elsewhere. */
async function asTus<Result>(context: StorageContext, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const known = error instanceof StorageError ? error : fromPostgres(error)
    if (!known) throw error
    const { requestId } = context.env.call
    context.env.platform.log.debug({ code: known.code, requestId }, 'a resumable upload was refused')
    throw asResponse(known)
  }
}

const asResponse = ({ statusCode, error, message, code }: StorageError) => ({
  status_code: statusCode,
  body: JSON.stringify({ statusCode: String(statusCode), error, message, code }),
})

async function admitCreation(
  session: Session,
  upload: { id: string; size?: number | undefined; metadata?: UploadState['metadata'] | undefined },
) {
  const { context, files } = session
  const metadata = upload.metadata ?? {}
  const bucketId = metadata.bucketName
  const key = metadata.objectName
  if (!bucketId) throw invalidRequest('Upload-Metadata must name bucketName')
  if (!key) throw invalidRequest('Upload-Metadata must name objectName')
  mustBeValidKey(key)
  const right = await rightTo(session, `${bucketId}/${key}`)
  const upsert = right.grant ? right.grant.upsert === true : context.req.raw.headers.get('x-upsert') === 'true'
  const bucket = await findBucket(context.env.database, bucketId)
  // In the words of the protocol's library, which refuses by the service's own limit before this.
  if ((upload.size ?? 0) > sizeLimitOf(context.env, bucket)) throw ERRORS.ERR_MAX_SIZE_EXCEEDED
  const facts = factsOf(metadata)
  const target = targetOf({ bucketId, key, upsert, ownerId: right.ownerId }, right.actor)
  await askPolicies(context.env, target, facts, upload.size)
  const beginner = { right: right.name, ...(right.ownerId === undefined ? {} : { ownerId: right.ownerId }) }
  const limit = maxUnfinished(right.name)
  if (!(await files.begin(upload.id, { beginner, limit }))) throw tooManyUnfinished(limit)
  const begun = { metadata, bucketId, key, upsert, createdAt: new Date().toISOString(), ...beginner }
  const state = upload.size === undefined ? begun : { ...begun, size: upload.size }
  await files.writeState(upload.id, state).catch(async (error: unknown) => {
    await files.remove(upload.id)
    throw error
  })
}

/**
 * Every later request must come from whoever began the upload, by the same right: keys and many signatures name nobody,
 * and the service's upload must not go on with a visitor's key.
 */
async function admitContinuation(session: Session, id: string): Promise<void> {
  const { context, files } = session
  if (context.req.raw.method === 'POST' || context.req.raw.method === 'OPTIONS') return
  const state = await files.readState(id)
  const right = await rightTo(session, `${state.bucketId}/${state.key}`)
  if (right.ownerId !== state.ownerId || right.name !== (state.right ?? right.name)) throw noSuchUpload()
  // The last piece arrived but the process or the connection ended before the object was made: make it now, before
  // saying "complete".
  if (context.req.raw.method === 'HEAD' && (await isComplete(files, id, state))) await finish(session, id)
}

async function isComplete(files: UploadFiles, id: string, state: UploadState): Promise<boolean> {
  if (state.finished !== undefined) return false
  return state.size !== undefined && (await files.offsetOf(id)) === state.size
}

interface Right {
  /** `signature`, or the caller's role. */
  name: string
  actor: Actor | null
  ownerId: string | undefined
  grant: Grant | null
}

async function rightTo({ context, signed }: Session, path: string): Promise<Right> {
  const { tokens, now } = context.env.platform
  if (signed) {
    const token = context.req.raw.headers.get('x-signature')
    if (!token) throw accessDenied('The x-signature header with an upload token is missing')
    const grant = await checkGrant({ tokens, now: now(), token, path, scope: 'upload' })
    return { name: 'signature', actor: null, ownerId: grant.owner, grant }
  }
  const actor = await actorOf(context)
  return { name: actor.caller.role, actor, ownerId: actor.caller.claims.sub, grant: null }
}

/**
 * All bytes are there: check them, and make the object. The library has let go of its lock by now, and the client may ask
 * again at the same moment: whoever comes second finds the work done.
 */
function finish(session: Session, id: string): Promise<void> {
  const { context, files, locks } = session
  return locks.alone(id, context.req.raw.signal, async () => {
    const state = await files.readState(id)
    if (!(await isComplete(files, id, state))) return
    if (await wasKept(session, id, state)) return
    await makeObject(session, id, state)
  })
}

/** An earlier try may have ended between the object and the note of it: then the object is known by its version. */
async function wasKept({ context, files }: Session, id: string, state: UploadState): Promise<boolean> {
  if (state.version === undefined) return false
  const text = 'select id from storage.objects where version = $1'
  const [found] = await context.env.database.lookUp({ name: 'storage_version', text, values: [state.version] })
  if (found === undefined) return false
  await files.finish(id, { ...state, finished: idSchema.parse(found).id })
  return true
}

const idSchema = z.object({ id: z.string() })

async function makeObject(session: Session, id: string, state: UploadState): Promise<void> {
  const { context, files } = session
  const right = await rightTo(session, `${state.bucketId}/${state.key}`)
  const bucket = await findBucket(context.env.database, state.bucketId)
  const head = await files.headOf(id, SNIFF_BYTES)
  // A second name for the bytes: the store takes one away, and a try that fails half way leaves the other.
  const file = await describeFile(await files.linkBytes(id))
  const target = targetOf(state, right.actor)
  const version = randomUUID()
  try {
    // A client that announced no length was not held to the bucket's limit until now.
    if (file.size > sizeLimitOf(context.env, bucket)) throw tooLarge()
    const facts = admitType(factsOf(state.metadata), head, bucket)
    await askPolicies(context.env, target, facts, file.size)
    const begun = { ...state, size: file.size, version }
    await files.writeState(id, begun)
    const kept = await keepFile(context.env, { target, file, facts, head, version })
    await files.finish(id, { ...begun, finished: kept.id })
  } catch (error) {
    // A refusal is final, so its bytes go; after anything else the client may try the last step again.
    if (isRefusal(error)) await files.remove(id)
    throw error
  } finally {
    await rm(file.path, { force: true })
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
