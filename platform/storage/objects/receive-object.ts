import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { announcedLength } from '../../kernel/body.ts'
import type { Bucket } from '../buckets/bucket.ts'
import { findBucket } from '../buckets/bucket.ts'
import { allowsType } from '../buckets/limits.ts'
import type { Actor } from '../database.ts'
import { contentIsNot, invalidMimeType, tooLarge } from '../errors.ts'
import { mustBeValidKey } from '../names.ts'
import { isRefusal } from '../postgres-errors.ts'
import type { StorageContext, StorageParts } from '../request-context.ts'
import { peek, upTo } from '../upload/body-stream.ts'
import type { FileFacts, Incoming } from '../upload/file-facts.ts'
import { refuseBombs } from '../upload/image-limits.ts'
import { openIncoming } from '../upload/incoming.ts'
import { canReencode, reencode } from '../upload/reencode.ts'
import { judgeType, SNIFF_BYTES } from '../upload/sniff.ts'
import { type TempFile, writeTempFile } from '../upload/temp-file.ts'
import { metadataOf, type ObjectMetadata } from './object-row.ts'
import { removeVersions } from './remove-versions.ts'
import { tryRow, type WriteMode, writeRow } from './write-row.ts'

export interface Target {
  bucketId: string
  key: string
  mode: WriteMode
  /** Asked before anything is kept; null when a signed URL already carries the permission. */
  actor: Actor | null
  ownerId: string | undefined
}

/** How a file comes in: opened once the announced length is known to be allowed. */
export interface Arrival {
  /** Bytes, where the sender says; of a form's whole body it is a little more than of its file. */
  announced: number | undefined
  isForm: boolean
  open(): Promise<Incoming>
}

/** Takes a file in from a request: checks, receives, asks the policies, keeps. */
export function receiveObject(context: StorageContext, target: Target): Promise<Stored> {
  const request = context.req.raw
  const isForm = /^multipart\/form-data/i.test(request.headers.get('content-type') ?? '')
  return receiveFile(context.env, target, {
    announced: announcedLength(request),
    isForm,
    open: () => openIncoming(request),
  })
}

export async function receiveFile(parts: StorageParts, target: Target, arrival: Arrival): Promise<Stored> {
  mustBeValidKey(target.key)
  const bucket = await findBucket(parts.database, target.bucketId)
  const limit = sizeLimitOf(parts, bucket)
  // Only a raw body can be refused by its announced length.
  if (!arrival.isForm && (arrival.announced ?? 0) > limit) throw tooLarge()

  const incoming = await arrival.open()
  const { head, chunks } = await peek(incoming.chunks, SNIFF_BYTES)
  let file: TempFile | undefined
  try {
    const facts = admitType(incoming, head, bucket)
    await askPolicies(parts, target, facts, arrival.announced)
    file = await writeTempFile(upTo(limit, chunks), parts.store.tempDir)
    const late = { ...(await incoming.lateFacts()), contentType: facts.contentType }
    if (!isDeepStrictEqual(late.userMetadata, facts.userMetadata)) await askPolicies(parts, target, late, file.size)
    return await keepFile(parts, { target, file, facts: late, head })
  } finally {
    // Refused before the first chunk was taken, only the source knows that it must be let go.
    await incoming.chunks.return(undefined)
    if (file) await rm(file.path, { force: true })
  }
}

export function sizeLimitOf({ platform }: StorageParts, bucket: Bucket): number {
  const globalLimit = platform.config.storage.file_size_limit
  return Math.min(bucket.file_size_limit ?? globalLimit, globalLimit)
}

/** A file that comes from elsewhere in the store obeys the bucket's limits as an upload would. */
export function mustBeAllowedIn(parts: StorageParts, bucket: Bucket, { mimetype, size }: ObjectMetadata): void {
  const type = mimetype ?? 'application/octet-stream'
  if (!allowsType(bucket.allowed_mime_types, type)) throw invalidMimeType(type)
  if ((size ?? 0) > sizeLimitOf(parts, bucket)) throw tooLarge()
}

/** What is stored as the type, after the bucket and the bytes had their say. */
export function admitType<Facts extends FileFacts>(facts: Facts, head: Uint8Array, bucket: Bucket): Facts {
  const declared = facts.contentType
  if (!allowsType(bucket.allowed_mime_types, declared)) throw invalidMimeType(declared)
  const { type, honest } = judgeType(declared, head)
  if (!honest && bucket.allowed_mime_types?.length) throw contentIsNot(declared)
  return { ...facts, contentType: type }
}

/** Performs the write as the caller and takes it back, before any byte is kept. */
export async function askPolicies(
  { database }: StorageParts,
  target: Target,
  facts: FileFacts,
  size: number | undefined,
): Promise<void> {
  const { actor, mode } = target
  if (!actor) return
  const known = size === undefined ? {} : { size, contentLength: size }
  const row = {
    bucketId: target.bucketId,
    name: target.key,
    ownerId: target.ownerId,
    version: randomUUID(),
    metadata: { mimetype: facts.contentType, cacheControl: facts.cacheControl, ...known },
    userMetadata: facts.userMetadata,
  }
  await database.tryAsCaller(actor, (client) => tryRow(client, row, mode))
}

export interface Kept {
  target: Target
  file: TempFile
  facts: FileFacts
  head: Uint8Array
  /** Of its bytes, for a caller that must know it before they are kept. */
  version?: string
  /** Done in the transaction that makes the file visible; a failure takes the file back. */
  alongside?: (client: pg.ClientBase) => Promise<void>
}

/** What was kept. */
export interface Stored {
  id: string
  metadata: ObjectMetadata
}

/** Keeps a complete file that the policies let in, once its content is harmless. */
export async function keepFile(parts: StorageParts, kept: Kept): Promise<Stored> {
  const { target, file, head } = kept
  await refuseBombs(file.path, head)
  const anew = parts.platform.config.platform.reencoded_buckets.includes(target.bucketId) && canReencode(head)
  if (!anew) return keepBytes(parts, kept)
  const rewritten = await parts.renderQueue.run(() => reencode(file, head, parts.store.tempDir))
  try {
    return await keepBytes(parts, { ...kept, file: rewritten })
  } finally {
    await rm(rewritten.path, { force: true })
  }
}

/**
 * Bytes first, then the row that names them, then the old bytes go. A crash between two steps leaves bytes without a
 * row, which the orphan cleanup removes, and never a row without bytes.
 */
async function keepBytes(parts: StorageParts, kept: Kept): Promise<Stored> {
  const { target, file, facts, version = randomUUID() } = kept
  const metadata = metadataOf(file, facts, parts.platform.now())
  await parts.store.put(version, file)
  try {
    const row = {
      bucketId: target.bucketId,
      name: target.key,
      ownerId: target.ownerId,
      version,
      metadata,
      userMetadata: facts.userMetadata,
    }
    const written = await parts.database.asOwner(async (client) => {
      await kept.alongside?.(client)
      return writeRow(client, row, target.mode)
    })
    await removeVersions(parts, [{ version: written.replaced }])
    return { id: written.id, metadata }
  } catch (error) {
    // Only a refusal is certain. After a lost connection the row may be there, and then it needs these bytes.
    if (isRefusal(error)) await removeVersions(parts, [{ version }])
    throw error
  }
}
