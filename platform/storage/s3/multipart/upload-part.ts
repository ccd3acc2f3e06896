import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { tooLarge } from '../../errors.ts'
import { withCurrentVersion } from '../../objects/current-version.ts'
import { sizeLimitOf } from '../../objects/receive-object.ts'
import { removeVersions } from '../../objects/remove-versions.ts'
import { isRefusal } from '../../postgres-errors.ts'
import { chunksOf, upTo } from '../../upload/body-stream.ts'
import { type TempFile, writeTempFile } from '../../upload/temp-file.ts'
import { invalidArgument, noSuchUpload } from '../errors.ts'
import { copySourceOf } from '../objects/copy-source.ts'
import { amzHeader, type S3Context, type S3Handler } from '../request-context.ts'
import { xmlResponse } from '../xml-writer.ts'
import { findUpload, partNumberOf, type Upload } from './upload.ts'

/** UploadPart: a part sent again replaces the earlier one. All parts together obey the limit of one file. */
export const uploadPart: S3Handler = async (context) => {
  const { body } = context
  const number = partNumberOf(context)
  const upload = await findUpload(context)
  const limit = sizeLimitOf(context, upload.bucket)
  if ((body.length ?? 0) > limit) throw tooLarge()
  const file = await writeTempFile(upTo(limit, body.chunks()), context.store.tempDir)
  await keepPart(context, upload, { number, file })
  return new Response(null, { headers: { etag: `"${file.md5}"`, ...body.checksums } })
}

/** UploadPartCopy: a part out of a file that the caller sees. */
export const uploadPartCopy: S3Handler = async (context) => {
  const number = partNumberOf(context)
  const from = copySourceOf(context)
  const range = rangeOf(context)
  const upload = await findUpload(context)
  const limit = sizeLimitOf(context, upload.bucket)
  const { store } = context
  const { file, copiedAt } = await withCurrentVersion(context, from.find, async (row) => {
    const size = row.metadata?.size ?? 0
    if (range && range.end >= size) throw invalidArgument(`The range ends behind the object's ${size} bytes.`)
    const bytes = await store.read(row.version ?? '', range)
    return { file: await writeTempFile(upTo(limit, chunksOf(bytes)), store.tempDir), copiedAt: context.platform.now() }
  })
  await keepPart(context, upload, { number, file })
  return xmlResponse('CopyPartResult', { LastModified: copiedAt.toISOString(), ETag: `"${file.md5}"` })
}

/** Both ends are told, as S3 has it; undefined for the whole file. */
function rangeOf(context: S3Context): { start: number; end: number } | undefined {
  const header = amzHeader(context, 'x-amz-copy-source-range')
  if (header === undefined) return undefined
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header) ?? []
  const range = { start: Number(first), end: Number(last) }
  if (!(range.end >= range.start)) throw invalidArgument('x-amz-copy-source-range must be bytes=<first>-<last>.')
  return range
}

const bytesText = z.object({ bytes: z.coerce.number() })
const replacedSchema = z.object({ size: z.coerce.number(), version: z.string() })

/** Bytes first, then the row that names them; what it replaces goes after the commit. */
async function keepPart(context: S3Context, upload: Upload, { number, file }: { number: number; file: TempFile }) {
  const { store, database } = context
  const version = randomUUID()
  try {
    await store.put(version, file)
    const replaced = await database.asOwner(async (client) => {
      // Parts come side by side: the sum must be right all the same.
      const locked = await client.query(
        'select in_progress_size as bytes from storage.s3_multipart_uploads where id = $1 for update',
        [upload.id],
      )
      if (locked.rows.length === 0) throw noSuchUpload()
      const removed = await client.query(
        `delete from storage.s3_multipart_uploads_parts
         where upload_id = $1 and part_number = $2
         returning size, version`,
        [upload.id, number],
      )
      const old = removed.rows.map((row) => replacedSchema.parse(row))
      const before = bytesText.parse(locked.rows[0]).bytes - old.reduce((sum, { size }) => sum + size, 0)
      if (before + file.size > sizeLimitOf(context, upload.bucket)) throw tooLarge()
      await client.query(
        `insert into storage.s3_multipart_uploads_parts
           (upload_id, size, part_number, bucket_id, key, etag, owner_id, version)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          upload.id,
          file.size,
          number,
          upload.bucket.id,
          upload.target.key,
          file.md5,
          upload.target.ownerId ?? null,
          version,
        ],
      )
      await client.query('update storage.s3_multipart_uploads set in_progress_size = $2 where id = $1', [
        upload.id,
        before + file.size,
      ])
      return old
    })
    await removeVersions(context, replaced)
  } catch (error) {
    // Only a refusal is certain; after anything else the row may be there, and the orphan cleanup knows better.
    if (isRefusal(error)) await removeVersions(context, [{ version }])
    throw error
  } finally {
    await rm(file.path, { force: true })
  }
}
