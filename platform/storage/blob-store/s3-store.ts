import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { toWeb } from '../web-stream.ts'
import { isVersion, VersionMissing, type VersionStore } from './version-store.ts'

export interface S3StoreOptions {
  /** Of an S3-compatible server; left out for AWS. */
  endpoint?: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
  /** Local folder for files that are still being received. */
  tempDir: string
}

/** Keys begin with this, so that the bucket can be shared with other things. */
const PREFIX = 'versions/'
/** S3's limit for one DeleteObjects call. */
const DELETE_BATCH = 1000

/** Keeps versions as objects of one S3 bucket: `versions/<version>`. */
export async function openS3Store(options: S3StoreOptions): Promise<VersionStore> {
  const { bucket: Bucket, tempDir } = options
  await mkdir(tempDir, { recursive: true, mode: 0o700 })
  const client = new S3Client({
    region: options.region,
    forcePathStyle: options.forcePathStyle,
    ...(options.endpoint ? { endpoint: options.endpoint } : {}),
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // Not every compatible server knows the newer checksum trailers; TLS and our own MD5 already guard the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  return {
    tempDir,
    async put(version, file) {
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: keyOf(version),
          Body: createReadStream(file.path),
          ContentLength: file.size,
        }),
      )
    },
    async read(version, range) {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined
      const { Body } = await orMissing(
        version,
        client.send(new GetObjectCommand({ Bucket, Key: keyOf(version), Range })),
      )
      if (!(Body instanceof Readable)) throw new VersionMissing(version)
      return toWeb(Body)
    },
    async copy(from, to) {
      const CopySource = `${Bucket}/${keyOf(from)}`
      await orMissing(from, client.send(new CopyObjectCommand({ Bucket, Key: keyOf(to), CopySource })))
    },
    async remove(versions) {
      const known = versions.filter(isVersion)
      for (let start = 0; start < known.length; start += DELETE_BATCH) {
        const Objects = known.slice(start, start + DELETE_BATCH).map((version) => ({ Key: keyOf(version) }))
        await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
      }
    },
    async *list() {
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: PREFIX, ContinuationToken }))
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) yield { version: Key.slice(PREFIX.length), modifiedAt: LastModified }
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
  }
}

function keyOf(version: string): string {
  if (!isVersion(version)) throw new VersionMissing(version)
  return `${PREFIX}${version}`
}

async function orMissing<Result>(version: string, sent: Promise<Result>): Promise<Result> {
  try {
    return await sent
  } catch (error) {
    const missing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
    throw missing ? new VersionMissing(version) : error
  }
}
