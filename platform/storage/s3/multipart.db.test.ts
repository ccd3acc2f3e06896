import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Bucket, outcomeOf, type TestBucket, type TestS3, testBucket, testS3 } from '../testing/test-s3.ts'

const MIB = 1024 * 1024

let s3: TestS3
let client: S3Client
let put: TestBucket['put']
let get: TestBucket['get']
beforeAll(async () => {
  s3 = await testS3()
  client = s3.client()
  ;({ put, get } = await testBucket(client))
})
afterAll(() => s3.stop())

describe('a multipart upload', () => {
  const begin = async (Key: string, more: object = {}) => {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }))
    return { Bucket, Key, UploadId: UploadId ?? '' }
  }
  type Upload = Awaited<ReturnType<typeof begin>>
  const part = async (upload: Upload, PartNumber: number, Body: Uint8Array | string) => {
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }))
    return { PartNumber, ETag }
  }
  const complete = (upload: Upload, Parts: { PartNumber: number; ETag?: string | undefined }[]) =>
    client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))

  test('becomes one object, with its metadata', async () => {
    const upload = await begin('parts.bin', { ContentType: 'text/css', Metadata: { a: '1' } })
    const first = await part(upload, 1, Buffer.alloc(5 * MIB, 'a'))
    const stale = await part(upload, 2, 'old end')
    const second = await part(upload, 2, 'the end')
    const listed = await client.send(new ListPartsCommand({ ...upload, MaxParts: 1 }))
    expect([listed.Parts?.map(({ PartNumber }) => PartNumber), listed.IsTruncated]).toEqual([[1], true])
    const rest = await client.send(new ListPartsCommand({ ...upload, PartNumberMarker: listed.NextPartNumberMarker }))
    expect(rest.Parts).toMatchObject([{ PartNumber: 2, ETag: second.ETag, Size: 7 }])
    expect(await outcomeOf(complete(upload, [first, stale]))).toEqual([400, 'InvalidPart'])
    expect(await outcomeOf(complete(upload, [second, first]))).toEqual([400, 'InvalidPartOrder'])
    const done = await complete(upload, [first, second])
    expect(done.ETag).toMatch(/^"[0-9a-f]{32}-2"$/)
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'parts.bin' }))
    expect(head).toMatchObject({
      ContentLength: 5 * MIB + 7,
      ContentType: 'text/css',
      Metadata: { a: '1' },
      ETag: done.ETag,
    })
    expect(await outcomeOf(complete(upload, [first, second]))).toEqual([404, 'NoSuchUpload'])
    expect(await s3.unnamedVersions()).toEqual([])
  })

  test('takes parts out of other objects', async () => {
    await put('part-source', '0123456789')
    const upload = await begin('copied.bin')
    const copy = (more: object) =>
      client.send(new UploadPartCopyCommand({ ...upload, PartNumber: 1, CopySource: `${Bucket}/part-source`, ...more }))
    expect(await outcomeOf(copy({ CopySourceRange: 'bytes=-5' }))).toEqual([400, 'InvalidArgument'])
    expect(await outcomeOf(copy({ CopySourceRange: 'bytes=5-10' }))).toEqual([400, 'InvalidArgument'])
    const { CopyPartResult } = await copy({ CopySourceRange: 'bytes=2-5' })
    await complete(upload, [{ PartNumber: 1, ETag: CopyPartResult?.ETag }])
    expect(await get('copied.bin')).toBe('2345')
  })

  test('can be given up, and leaves nothing', async () => {
    const upload = await begin('given-up')
    await part(upload, 1, 'x')
    await client.send(new AbortMultipartUploadCommand(upload))
    expect(await outcomeOf(part(upload, 2, 'x'))).toEqual([404, 'NoSuchUpload'])
    expect(await outcomeOf(client.send(new AbortMultipartUploadCommand(upload)))).toEqual([404, 'NoSuchUpload'])
    expect(await s3.unnamedVersions()).toEqual([])
  })

  test('is listed until then, page by page', async () => {
    const uploads = [await begin('l/b'), await begin('l/a'), await begin('l/c/1'), await begin('l/c/2')]
    const list = (more: object) => client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'l/', ...more }))
    const first = await list({ MaxUploads: 1 })
    expect([first.Uploads?.map(({ Key }) => Key), first.IsTruncated]).toEqual([['l/a'], true])
    const second = await list({ MaxUploads: 1, KeyMarker: first.NextKeyMarker })
    expect(second.Uploads?.map(({ Key }) => Key)).toEqual(['l/b'])
    const folded = await list({ Delimiter: '/' })
    expect(folded.Uploads?.map(({ Key }) => Key)).toEqual(['l/a', 'l/b'])
    expect(folded.CommonPrefixes).toEqual([{ Prefix: 'l/c/' }])
    await Promise.all(uploads.map((upload) => client.send(new AbortMultipartUploadCommand(upload))))
    expect((await list({})).Uploads).toBeUndefined()
  })

  test('has parts of five megabytes but for the last, and not more bytes than one file', async () => {
    const upload = await begin('limits')
    const parts = [await part(upload, 1, 'small'), await part(upload, 2, 'small')]
    expect(await outcomeOf(complete(upload, parts))).toEqual([400, 'EntityTooSmall'])
    await part(upload, 3, Buffer.alloc(6 * MIB))
    expect(await outcomeOf(part(upload, 4, Buffer.alloc(3 * MIB)))).toEqual([413, 'EntityTooLarge'])
    expect(await outcomeOf(part(upload, 0, 'x'))).toEqual([400, 'InvalidArgument'])
    expect(await outcomeOf(part(upload, 10_001, 'x'))).toEqual([400, 'InvalidArgument'])
    await client.send(new AbortMultipartUploadCommand(upload))
  })
})
