import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Bucket } from '../buckets/bucket.ts'
import { findBucket } from '../buckets/bucket.ts'
import { allowsType } from '../buckets/limits.ts'
import type { Actor } from '../database.ts'
import { contentIsNot, invalidMimeType, tooLarge } from '../errors.ts'
import type { Exchange, StorageParts } from '../exchange.ts'
import { peek, upTo } from '../intake/body-stream.ts'
import { refuseBombs } from '../intake/image-limits.ts'
import { type FileFacts, openIncoming } from '../intake/incoming.ts'
import { canReencode, reencode } from '../intake/reencode.ts'
import { judgeType, SNIFF_BYTES } from '../intake/sniff.ts'
import { type Spooled, spool } from '../intake/spool.ts'
import { mustBeValidKey } from '../names.ts'
import { isRefusal } from '../postgres-errors.ts'
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

/** Takes a file in from a request: checks, receives, asks the policies, keeps. Returns the row's id. */
export async function receiveObject(exchange: Exchange, target: Target): Promise<string> {
  mustBeValidKey(target.key)
  const bucket = await findBucket(exchange.database, target.bucketId)
  const limit = sizeLimitOf(exchange, bucket)
  const { request } = exchange
  const isForm = /^multipart\/form-data/i.test(request.headers.get('content-type') ?? '')
  // A form is a little longer than its file, so only a raw body can be refused by its announced length.
  if (!isForm && (announcedLength(request) ?? 0) > limit) throw tooLarge()

  const incoming = await openIncoming(request)
  const { head, chunks } = await peek(incoming.chunks, SNIFF_BYTES)
  let file: Spooled | undefined
  try {
    const facts = admitType(incoming, head, bucket)
    await askPolicies(exchange, target, facts, announcedLength(request))
    file = await spool(upTo(limit, chunks), exchange.store.spoolDir)
    const late = { ...(await incoming.lateFacts()), contentType: facts.contentType }
    if (!isDeepStrictEqual(late.userMetadata, facts.userMetadata)) await askPolicies(exchange, target, late, file.size)
    return await keepFile(exchange, { target, file, facts: late, head })
  } finally {
    // Refused before the first chunk was taken, only the source knows that it must be let go.
    await incoming.chunks.return(undefined)
    if (file) await rm(file.path, { force: true })
  }
}

/** Of the whole body, so of a form a little more than of its file; absent when the body is streamed. */
function announcedLength(request: Request): number | undefined {
  const header = request.headers.get('content-length')
  return header === null || !/^\d{1,15}$/.test(header) ? undefined : Number(header)
}

export function sizeLimitOf({ context }: StorageParts, bucket: Bucket): number {
  const globalLimit = context.config.storage.file_size_limit
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
  file: Spooled
  facts: FileFacts
  head: Uint8Array
  /** Of its bytes, for a caller that must know it before they are kept. */
  version?: string
}

/** Keeps a complete file that the policies let in, once its content is harmless. Returns the row's id. */
export async function keepFile(parts: StorageParts, kept: Kept): Promise<string> {
  const { target, file, head } = kept
  await refuseBombs(file.path, head)
  const anew = parts.context.config.platform.reencoded_buckets.includes(target.bucketId) && canReencode(head)
  if (!anew) return keepBytes(parts, kept)
  const rewritten = await parts.renderQueue.run(() => reencode(file, head, parts.store.spoolDir))
  try {
    return await keepBytes(parts, { ...kept, file: rewritten })
  } finally {
    await rm(rewritten.path, { force: true })
  }
}

/**
 * Bytes first, then the row that names them, then the old bytes go. A crash between two steps leaves bytes without a
 * row, which the sweep removes, and never a row without bytes.
 */
async function keepBytes(parts: StorageParts, kept: Kept): Promise<string> {
  const { target, file, facts, version = randomUUID() } = kept
  const metadata = metadataOf(file, facts, parts.context.now())
  await parts.store.put(version, file)
  try {
    const written = await parts.database.asOwner((client) =>
      writeRow(
        client,
        {
          bucketId: target.bucketId,
          name: target.key,
          ownerId: target.ownerId,
          version,
          metadata,
          userMetadata: facts.userMetadata,
        },
        target.mode,
      ),
    )
    await removeVersions(parts, [{ version: written.replaced }])
    return written.id
  } catch (error) {
    // Only a refusal is certain. After a lost connection the row may be there, and then it needs these bytes.
    if (isRefusal(error)) await removeVersions(parts, [{ version }])
    throw error
  }
}
