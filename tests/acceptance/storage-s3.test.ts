import { randomUUID } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceClient, signedInClient, target } from '#tests/support/target.ts'

const { s3, url, publishableKey } = target()
const MIB = 1024 * 1024

/** A foreign target has no S3 key that we know. */
describe.skipIf(!s3)('an S3 client, unmodified', () => {
  const Bucket = `s3-${randomUUID()}`
  const clients: S3Client[] = []
  const connect = (credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }) => {
    const region = s3?.region ?? ''
    const made = new S3Client({ endpoint: `${url}/storage/v1/s3`, region, forcePathStyle: true, credentials })
    clients.push(made)
    return made
  }
  let client: S3Client
  beforeAll(async () => {
    client = connect({ accessKeyId: s3?.accessKeyId ?? '', secretAccessKey: s3?.secretAccessKey ?? '' })
    await client.send(new CreateBucketCommand({ Bucket }))
  })
  afterAll(async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
    const Objects = Contents.map(({ Key }) => ({ Key }))
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
    await client.send(new DeleteBucketCommand({ Bucket }))
    for (const one of clients) one.destroy()
  })

  test('works on the files of the project', async () => {
    await client.send(new HeadBucketCommand({ Bucket }))
    expect((await client.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name)).toContain(Bucket)
    const Metadata = { made: 'here' }
    await client.send(
      new PutObjectCommand({ Bucket, Key: 'a/b.txt', Body: 'hello', ContentType: 'text/css', Metadata }),
    )
    const found = await client.send(new GetObjectCommand({ Bucket, Key: 'a/b.txt', Range: 'bytes=1-3' }))
    expect([await found.Body?.transformToString(), found.ContentRange]).toEqual(['ell', 'bytes 1-3/5'])
    const rest = await serviceClient().storage.from(Bucket).download('a/b.txt')
    expect(await rest.data?.text()).toBe('hello')
    await client.send(new CopyObjectCommand({ Bucket, Key: 'a/c.txt', CopySource: `${Bucket}/a/b.txt` }))
    const listed = await client.send(new ListObjectsV2Command({ Bucket, Delimiter: '/' }))
    expect(listed.CommonPrefixes).toEqual([{ Prefix: 'a/' }])
    await expect(client.send(new HeadObjectCommand({ Bucket, Key: 'none' }))).rejects.toMatchObject({
      name: 'NotFound',
    })
  })

  test('sends a large file in parts, and as a stream', async () => {
    const upload = { Bucket, Key: 'large.bin' }
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(upload))
    const Parts = await Promise.all(
      [5 * MIB, 5 * MIB, 1000].map(async (length, index) => {
        const part = { ...upload, UploadId, PartNumber: index + 1, Body: Buffer.alloc(length, index) }
        return { PartNumber: index + 1, ETag: (await client.send(new UploadPartCommand(part))).ETag }
      }),
    )
    await client.send(new CompleteMultipartUploadCommand({ ...upload, UploadId, MultipartUpload: { Parts } }))
    expect((await client.send(new HeadObjectCommand(upload))).ContentLength).toBe(10 * MIB + 1000)
    const { Body } = await client.send(new GetObjectCommand(upload))
    expect((await Body?.transformToByteArray())?.at(-1)).toBe(2)
    const begun = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'given-up' }))
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key: 'given-up', UploadId: begun.UploadId }))
  })

  test('shares addresses that need no key', async () => {
    const put = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: 'shared' }), { expiresIn: 60 })
    expect((await fetch(put, { method: 'PUT', body: 'brought' })).status).toBe(200)
    const get = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'shared' }), { expiresIn: 60 })
    expect(await (await fetch(get)).text()).toBe('brought')
  })

  test('with a session token is a user, who may do what the policies allow him', async () => {
    const { accessToken } = await signedInClient()
    const credentials = { accessKeyId: 'project', secretAccessKey: publishableKey, sessionToken: accessToken }
    const user = connect(credentials)
    expect((await user.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name) ?? []).not.toContain(Bucket)
    const read = user.send(new GetObjectCommand({ Bucket, Key: 'a/b.txt' }))
    await expect(read).rejects.toMatchObject({ name: 'NoSuchKey' })
    const write = user.send(new PutObjectCommand({ Bucket, Key: 'theirs', Body: 'x' }))
    await expect(write).rejects.toMatchObject({ name: 'AccessDenied' })
    const forged = connect({ ...credentials, sessionToken: `${accessToken}x` })
    await expect(forged.send(new ListBucketsCommand({}))).rejects.toMatchObject({ name: 'InvalidToken' })
  })

  test('with a wrong secret is refused, and told why', async () => {
    const stranger = connect({ accessKeyId: s3?.accessKeyId ?? '', secretAccessKey: 'wrong' })
    await expect(stranger.send(new ListBucketsCommand({}))).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
    const unsigned = await fetch(`${url}/storage/v1/s3/${Bucket}`)
    expect([unsigned.status, unsigned.headers.get('content-type')]).toEqual([403, 'application/xml'])
  })
})
