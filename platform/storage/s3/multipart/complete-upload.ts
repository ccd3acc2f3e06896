import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { VersionMissing } from '../../blob-store/version-store.ts'
import { tooLarge } from '../../errors.ts'
import { admitType, askPolicies, keepFile, sizeLimitOf } from '../../objects/receive-object.ts'
import { removeVersions } from '../../objects/remove-versions.ts'
import type { StorageParts } from '../../request-context.ts'
import { peek } from '../../upload/body-stream.ts'
import { SNIFF_BYTES } from '../../upload/sniff.ts'
import { writeTempFile } from '../../upload/temp-file.ts'
import { encodeRfc3986 } from '../auth/canonical-request.ts'
import { readSmallBody } from '../body/small-body.ts'
import { invalidPart, invalidPartOrder, malformedXml, noSuchUpload, partTooSmall } from '../errors.ts'
import { etagOf, takenIsFailed } from '../objects/put-object.ts'
import type { S3Context, S3Handler } from '../request-context.ts'
import { readXml, textOf } from '../xml-reader.ts'
import { xmlResponse } from '../xml-writer.ts'
import { findUpload, MAX_PARTS, type Part, readParts, type Upload } from './upload.ts'

/** Bytes; S3's own. It also bounds how many parts a file of the largest size can have. */
const MIN_PART_BYTES = 5 * 1024 * 1024

/** CompleteMultipartUpload: puts the named parts together, checks the whole as any other file, and makes it visible. */
export const completeUpload: S3Handler = async (context) => {
  const named = readNamed(await readSmallBody(context))
  const upload = await findUpload(context)
  const all = await context.database.asOwner((client) => readParts(client, upload.id))
  const parts = pick(all, named)
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  if (size > sizeLimitOf(context, upload.bucket)) throw tooLarge()
  await askPolicies(context, upload.target, upload.facts, size)
  const eTag = await join(context, upload, parts).catch((error: unknown) => {
    // Another request completed or aborted the upload meanwhile and took its parts away.
    if (error instanceof VersionMissing) throw noSuchUpload()
    throw upload.target.mode === 'create' ? takenIsFailed(error) : error
  })
  await removeVersions(context, all)
  const { bucket, key, platform, call } = context
  const path = [bucket, ...key.split('/')].map(encodeRfc3986).join('/')
  return xmlResponse('CompleteMultipartUploadResult', {
    Location: `${platform.publicUrl}${call.mountPath}/s3/${path}`,
    Bucket: bucket,
    Key: key,
    ETag: eTag,
  })
}

async function join(context: S3Context, { id, target, facts, bucket }: Upload, parts: Part[]): Promise<string> {
  const { head, chunks } = await peek(bytesOf(context, parts), SNIFF_BYTES)
  const file = await writeTempFile(chunks, context.store.tempDir)
  // S3's ETag of a file in parts: the hash of their hashes, and how many there were.
  const md5 = createHash('md5')
  for (const { etag } of parts) md5.update(etag, 'hex')
  try {
    const { metadata } = await keepFile(context, {
      target,
      file: { ...file, md5: `${md5.digest('hex')}-${parts.length}` },
      facts: admitType(facts, head, bucket),
      head,
      async alongside(client) {
        const { rowCount } = await client.query('delete from storage.s3_multipart_uploads where id = $1', [id])
        if (rowCount === 0) throw noSuchUpload()
      },
    })
    return etagOf(metadata)
  } finally {
    await rm(file.path, { force: true })
  }
}

async function* bytesOf({ store }: StorageParts, parts: Part[]): AsyncGenerator<Uint8Array> {
  for (const { version } of parts) yield* await store.read(version)
}

interface Named {
  number: number
  etag: string
}

function readNamed(xml: string): Named[] {
  const root = readXml(xml)
  const parts = root.children.filter(({ name }) => name === 'Part')
  if (root.name !== 'CompleteMultipartUpload' || parts.length === 0 || parts.length > MAX_PARTS) throw malformedXml()
  return parts.map((part) => {
    const number = (textOf(part, 'PartNumber') ?? '').trim()
    const etag = (textOf(part, 'ETag') ?? '').trim().replace(/^"|"$/g, '')
    if (!/^\d{1,5}$/.test(number) || etag === '') throw malformedXml()
    return { number: Number(number), etag }
  })
}

function pick(all: Part[], named: Named[]): Part[] {
  const known = new Map(all.map((part) => [part.part_number, part]))
  const isOrdered = named.every(({ number }, index) => number > (named[index - 1]?.number ?? 0))
  if (!isOrdered) throw invalidPartOrder()
  return named.map(({ number, etag }, index) => {
    const part = known.get(number)
    if (part?.etag !== etag) throw invalidPart()
    if (index < named.length - 1 && part.size < MIN_PART_BYTES) throw partTooSmall()
    return part
  })
}
