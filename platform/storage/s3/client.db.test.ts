import {
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Bucket, outcomeOf, type TestBucket, type TestS3, testBucket, testS3 } from '../testing/test-s3.ts'
import { SERVICE } from '../testing/test-service.ts'

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

describe('a bucket', () => {
  test('is made, found, listed and deleted once it is empty', async () => {
    const own = { Bucket: 'own-bucket' }
    expect((await client.send(new CreateBucketCommand({ ...own, ACL: 'public-read' }))).Location).toBe('/own-bucket')
    expect((await (await s3.storage.client(SERVICE)).getBucket('own-bucket')).data?.public).toBe(true)
    await client.send(new HeadBucketCommand(own))
    const { Buckets } = await client.send(new ListBucketsCommand({}))
    expect(Buckets?.find(({ Name }) => Name === 'own-bucket')?.CreationDate).toBeInstanceOf(Date)
    expect((await client.send(new GetBucketLocationCommand(own))).LocationConstraint).toBe('local')
    expect((await client.send(new GetBucketVersioningCommand(own))).Status).toBeUndefined()
    expect(await outcomeOf(client.send(new CreateBucketCommand(own)))).toEqual([409, 'BucketAlreadyExists'])
    await client.send(new PutObjectCommand({ ...own, Key: 'a', Body: 'a' }))
    expect(await outcomeOf(client.send(new DeleteBucketCommand(own)))).toEqual([409, 'BucketNotEmpty'])
    await client.send(new DeleteObjectCommand({ ...own, Key: 'a' }))
    await client.send(new CreateMultipartUploadCommand({ ...own, Key: 'unfinished' }))
    await client.send(new DeleteBucketCommand(own))
    expect(await outcomeOf(client.send(new HeadBucketCommand(own)))).toEqual([404, 'NotFound'])
    expect(await outcomeOf(client.send(new DeleteBucketCommand(own)))).toEqual([404, 'NoSuchBucket'])
  })

  test('has a name that can stand in an address', async () => {
    expect(await outcomeOf(client.send(new CreateBucketCommand({ Bucket: 'ä' })))).toEqual([400, 'InvalidBucketName'])
  })
})

describe('an object', () => {
  test('comes back as it was sent, with its type, its cache rule and its metadata', async () => {
    const sent = await client.send(
      new PutObjectCommand({
        Bucket,
        Key: 'dir/a b+c&d.txt',
        Body: 'hello',
        ContentType: 'text/css',
        CacheControl: 'max-age=77',
        Metadata: { Colour: 'red', size: 'L' },
      }),
    )
    expect(sent.ETag).toBe('"5d41402abc4b2a76b9719d911017c592"')
    const found = await client.send(new GetObjectCommand({ Bucket, Key: 'dir/a b+c&d.txt' }))
    expect(found).toMatchObject({
      ETag: sent.ETag,
      ContentLength: 5,
      ContentType: 'text/css',
      CacheControl: 'max-age=77',
      Metadata: { colour: 'red', size: 'L' },
    })
    expect(await found.Body?.transformToString()).toBe('hello')
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'dir/a b+c&d.txt' }))
    expect(head).toMatchObject({ ContentLength: 5, Metadata: { colour: 'red', size: 'L' } })
    expect((await client.send(new GetObjectTaggingCommand({ Bucket, Key: 'dir/a b+c&d.txt' }))).TagSet).toEqual([])
    // The same file through the other protocol.
    const files = (await s3.storage.client(SERVICE)).from(Bucket)
    expect(await (await files.download('dir/a b+c&d.txt')).data?.text()).toBe('hello')
    expect((await files.info('dir/a b+c&d.txt')).data?.metadata).toEqual({ colour: 'red', size: 'L' })
  })

  test('is replaced, may be empty, and may be a folder of other clients', async () => {
    await put('replaced', 'one')
    await put('replaced', 'two')
    expect(await get('replaced')).toBe('two')
    await put('empty', '')
    expect(await get('empty')).toBe('')
    await put('folder/', '')
    expect((await client.send(new HeadObjectCommand({ Bucket, Key: 'folder/' }))).ContentLength).toBe(0)
  })

  test('is made only where there is none, when that is asked', async () => {
    const make = () => client.send(new PutObjectCommand({ Bucket, Key: 'once', Body: 'x', IfNoneMatch: '*' }))
    await make()
    expect(await outcomeOf(make())).toEqual([412, 'PreconditionFailed'])
  })

  test.each(['CRC32', 'CRC32C', 'SHA1', 'SHA256', 'CRC64NVME'] as const)('is checked by %s', async (algorithm) => {
    const Key = `checksum-${algorithm}`
    const body = new Uint8Array(100_000).map((_, index) => index % 251)
    await client.send(new PutObjectCommand({ Bucket, Key, Body: body, ChecksumAlgorithm: algorithm }))
    expect((await client.send(new HeadObjectCommand({ Bucket, Key }))).ContentLength).toBe(100_000)
    const wrong = { CRC32: 'ChecksumCRC32', SHA256: 'ChecksumSHA256' }[algorithm === 'SHA256' ? 'SHA256' : 'CRC32']
    const value = algorithm === 'SHA256' ? Buffer.alloc(32).toString('base64') : 'AAAAAA=='
    const sent = client.send(new PutObjectCommand({ Bucket, Key: 'wrong', Body: body, [wrong]: value }))
    expect(await outcomeOf(sent)).toEqual([400, 'BadDigest'])
  })

  test('comes as a stream of unknown chunks, and goes as one', async () => {
    const chunks = async function* () {
      for (let index = 0; index < 40; index += 1) yield Buffer.alloc(50_000, index)
    }
    const { Readable } = await import('node:stream')
    await client.send(
      new PutObjectCommand({ Bucket, Key: 'streamed', Body: Readable.from(chunks()), ContentLength: 2_000_000 }),
    )
    expect((await client.send(new HeadObjectCommand({ Bucket, Key: 'streamed' }))).ContentLength).toBe(2_000_000)
  })

  test('is read in part', async () => {
    await put('ranged', '0123456789')
    const range = async (Range: string) => {
      const { Body, ContentRange } = await client.send(new GetObjectCommand({ Bucket, Key: 'ranged', Range }))
      return [await Body?.transformToString(), ContentRange]
    }
    expect(await range('bytes=2-4')).toEqual(['234', 'bytes 2-4/10'])
    expect(await range('bytes=7-')).toEqual(['789', 'bytes 7-9/10'])
    expect(await range('bytes=-2')).toEqual(['89', 'bytes 8-9/10'])
    expect(await outcomeOf(range('bytes=10-'))).toEqual([416, 'InvalidRange'])
  })

  test('is read under conditions', async () => {
    const { ETag } = await put('conditional', 'x')
    const under = (conditions: object) =>
      outcomeOf(client.send(new GetObjectCommand({ Bucket, Key: 'conditional', ...conditions })))
    expect((await under({ IfNoneMatch: ETag }))[0]).toBe(304)
    expect(await under({ IfMatch: '"other"' })).toEqual([412, 'PreconditionFailed'])
    expect(await under({ IfMatch: ETag })).toEqual([200, 'ok'])
    expect((await under({ IfModifiedSince: new Date(Date.now() + 5_000) }))[0]).toBe(304)
  })

  test('is shown under the headers that a signed request asks for, but never as a page', async () => {
    await put('page', '<script>alert(1)</script>')
    const asked = await client.send(
      new GetObjectCommand({
        Bucket,
        Key: 'page',
        ResponseContentType: 'text/html',
        ResponseContentDisposition: 'inline',
        ResponseCacheControl: 'no-store',
        ResponseContentLanguage: 'en',
      }),
    )
    expect(asked).toMatchObject({ ContentType: 'text/plain', CacheControl: 'no-store', ContentLanguage: 'en' })
    expect(asked.ContentDisposition).toBe('attachment')
  })

  test('that is missing is told as S3 tells it', async () => {
    expect(await outcomeOf(get('missing'))).toEqual([404, 'NoSuchKey'])
    expect(await outcomeOf(client.send(new HeadObjectCommand({ Bucket, Key: 'missing' })))).toEqual([404, 'NotFound'])
    const elsewhere = new GetObjectCommand({ Bucket: 'nowhere', Key: 'x' })
    expect(await outcomeOf(client.send(elsewhere))).toEqual([404, 'NoSuchKey'])
    const sent = new PutObjectCommand({ Bucket: 'nowhere', Key: 'x', Body: 'x' })
    expect(await outcomeOf(client.send(sent))).toEqual([404, 'NoSuchBucket'])
    const named = client.send(new PutObjectCommand({ Bucket, Key: 'test[]^|ing', Body: 'x' }))
    await expect(named).rejects.toThrow('Invalid key: test[]^|ing')
  })

  test('is deleted, alone or with others, whether or not it was there', async () => {
    await Promise.all(['gone-1', 'gone-2', 'gone-3'].map((key) => put(key)))
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'gone-1' }))
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'gone-1' }))
    const Objects = ['gone-2', 'gone-3', 'never', "odd & 'quoted' <key>"].map((Key) => ({ Key }))
    const deleted = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    expect(deleted.Deleted?.map(({ Key }) => Key)).toEqual(Objects.map(({ Key }) => Key))
    expect(deleted.Errors ?? []).toEqual([])
    expect(await outcomeOf(get('gone-2'))).toEqual([404, 'NoSuchKey'])
    const none = { Bucket, Delete: { Objects: Array.from({ length: 1001 }, () => ({ Key: 'x' })) } }
    expect(await outcomeOf(client.send(new DeleteObjectsCommand(none)))).toEqual([400, 'MalformedXML'])
  })
})

describe('a copy', () => {
  const copy = (Key: string, CopySource: string, more: object = {}) =>
    client.send(new CopyObjectCommand({ Bucket, Key, CopySource, ...more }))

  test('has the metadata of its source, or its own', async () => {
    const Metadata = { a: '1' }
    await client.send(new PutObjectCommand({ Bucket, Key: 'from', Body: 'x', ContentType: 'text/css', Metadata }))
    const { CopyObjectResult } = await copy('to', `${Bucket}/from`)
    expect(CopyObjectResult?.ETag).toBe('"9dd4e461268c8034f5c8564e155c67a6"')
    expect(await client.send(new HeadObjectCommand({ Bucket, Key: 'to' }))).toMatchObject({
      ContentType: 'text/css',
      Metadata,
    })
    const replaced = {
      MetadataDirective: 'REPLACE',
      ContentType: 'application/json',
      CacheControl: 'max-age=91',
      Metadata: { b: '2' },
    } as const
    await copy('to', `/${Bucket}/from`, replaced)
    const { ContentType, CacheControl, Metadata: own } = await client.send(new HeadObjectCommand({ Bucket, Key: 'to' }))
    expect([ContentType, CacheControl, own]).toEqual(['application/json', 'max-age=91', { b: '2' }])
    await copy('from', `${Bucket}/from`, replaced)
    expect(await outcomeOf(copy('from', `${Bucket}/from`))).toEqual([400, 'InvalidRequest'])
  })

  test('needs its source, under the conditions of the request', async () => {
    expect(await outcomeOf(copy('to', `${Bucket}/missing`))).toEqual([404, 'NoSuchKey'])
    expect(await outcomeOf(copy('to', 'no-slash'))).toEqual([400, 'InvalidArgument'])
    expect(await outcomeOf(copy('to', `${Bucket}/../x`))).toEqual([400, 'InvalidKey'])
    const other = { CopySourceIfMatch: '"other"' }
    await put('guarded')
    expect(await outcomeOf(copy('to', `${Bucket}/guarded`, other))).toEqual([412, 'PreconditionFailed'])
  })
})

describe('a list', () => {
  const own = { Bucket: 'lists' }
  const NAMES = ['a.txt', 'b/1', 'b/2', 'b/c/3', 'd', 'e/1', 'ä'.replace('ä', 'z')]
  beforeAll(async () => {
    await client.send(new CreateBucketCommand(own))
    for (const Key of NAMES) await client.send(new PutObjectCommand({ ...own, Key, Body: Key }))
  })
  const names = (page: { Contents?: { Key?: string | undefined }[] | undefined }) =>
    page.Contents?.map(({ Key }) => Key)
  const folders = (page: { CommonPrefixes?: { Prefix?: string | undefined }[] | undefined }) =>
    page.CommonPrefixes?.map(({ Prefix }) => Prefix)

  test('has everything in order, page by page', async () => {
    const all: (string | undefined)[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(new ListObjectsV2Command({ ...own, MaxKeys: 2, ContinuationToken }))
      expect(page.KeyCount).toBeLessThanOrEqual(2)
      all.push(...(names(page) ?? []))
      ContinuationToken = page.NextContinuationToken
      expect(page.IsTruncated).toBe(ContinuationToken !== undefined)
    } while (ContinuationToken)
    expect(all).toEqual(NAMES)
  })

  test.each([
    [{}, NAMES, undefined],
    [{ Prefix: 'b/' }, ['b/1', 'b/2', 'b/c/3'], undefined],
    [{ Delimiter: '/' }, ['a.txt', 'd', 'z'], ['b/', 'e/']],
    [{ Prefix: 'b/', Delimiter: '/' }, ['b/1', 'b/2'], ['b/c/']],
    [{ StartAfter: 'b/2' }, ['b/c/3', 'd', 'e/1', 'z'], undefined],
    [{ StartAfter: 'b/zzz', Delimiter: '/' }, ['d', 'z'], ['e/']],
    [{ Prefix: 'none' }, undefined, undefined],
    [{ MaxKeys: 0 }, undefined, undefined],
    [{ Delimiter: '.t' }, ['b/1', 'b/2', 'b/c/3', 'd', 'e/1', 'z'], ['a.t']],
  ])('under %j', async (wish, keys, prefixes) => {
    const page = await client.send(new ListObjectsV2Command({ ...own, ...wish }))
    expect([names(page), folders(page), page.IsTruncated]).toEqual([keys, prefixes, false])
  })

  test.each(['v1', 'v2'])('of folders goes on behind the folder it ended with (%s)', async (version) => {
    const seen: (string | undefined)[] = []
    let after: string | undefined
    do {
      const wish = { ...own, Delimiter: '/', MaxKeys: 1 }
      const page =
        version === 'v1'
          ? await client.send(new ListObjectsCommand({ ...wish, Marker: after }))
          : await client.send(new ListObjectsV2Command({ ...wish, ContinuationToken: after }))
      seen.push(...(names(page) ?? []), ...(folders(page) ?? []))
      after =
        'NextMarker' in page
          ? page.NextMarker
          : 'NextContinuationToken' in page
            ? page.NextContinuationToken
            : undefined
    } while (after)
    expect(seen).toEqual(['a.txt', 'b/', 'd', 'e/', 'z'])
  })

  test('is encoded for clients that want it so', async () => {
    await client.send(new PutObjectCommand({ ...own, Key: 'q/a b&c', Body: '' }))
    const page = await client.send(new ListObjectsV2Command({ ...own, Prefix: 'q/', EncodingType: 'url' }))
    expect([names(page), page.Prefix]).toEqual([['q/a%20b%26c'], 'q/'])
    await client.send(new DeleteObjectCommand({ ...own, Key: 'q/a b&c' }))
  })

  test('refuses a foreign token and a missing bucket', async () => {
    const foreign = new ListObjectsV2Command({ ...own, ContinuationToken: '%%%' })
    expect(await outcomeOf(client.send(foreign))).toEqual([400, 'InvalidArgument'])
    const missing = new ListObjectsV2Command({ Bucket: 'nowhere' })
    expect(await outcomeOf(client.send(missing))).toEqual([404, 'NoSuchBucket'])
  })
})

describe('a presigned address', () => {
  test('opens one object to whoever has it, until it expires', async () => {
    await put('shared', 'for you')
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'shared' }), { expiresIn: 60 })
    expect(await (await fetch(url)).text()).toBe('for you')
    expect((await fetch(url.replace('/shared?', '/other?'))).status).toBe(403)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403)
    expect((await fetch(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'))).status).toBe(403)
    const old = { expiresIn: 1, signingDate: new Date(Date.now() - 5_000) }
    const late = await fetch(await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'shared' }), old))
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')])
  })

  test('takes one object in, with the metadata that was signed', async () => {
    const command = new PutObjectCommand({ Bucket, Key: 'brought', Metadata: { from: 'afar' } })
    const url = await getSignedUrl(client, command, { expiresIn: 60 })
    expect((await fetch(url, { method: 'PUT', body: 'brought by you' })).status).toBe(200)
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'brought' }))
    expect([head.ContentLength, head.Metadata]).toEqual([14, { from: 'afar' }])
    const more = { method: 'PUT', body: 'x', headers: { 'x-amz-meta-more': '1' } }
    expect((await fetch(url, more)).status).toBe(403)
  })
})
