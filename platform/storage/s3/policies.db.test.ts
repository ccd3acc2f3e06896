import { createHmac } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Claims } from '../../tokens.ts'
import { ACCESS_KEY, outcomeOf, type TestS3, testS3 } from '../testing/test-s3.ts'
import { ANON, SERVICE } from '../testing/test-service.ts'
import { signingKey } from './auth/canonical-request.ts'
import { deleteExpiredUploads } from './multipart/expired-uploads.ts'

const OWNER: Claims = { role: 'authenticated', sub: '317eadce-631a-4429-a0bb-f19a7a517b4a' }
const OTHER: Claims = { role: 'authenticated', sub: '4d56e902-f0a0-4662-8448-a4d9e643c142' }
const Bucket = 'files'

let s3: TestS3
let owner: S3Client
let other: S3Client
let anon: S3Client
let service: S3Client
beforeAll(async () => {
  s3 = await testS3()
  const admin = await s3.storage.client(SERVICE)
  await admin.createBucket(Bucket)
  await admin.createBucket('images', { public: false, allowedMimeTypes: ['image/png'], fileSizeLimit: '1kb' })
  await s3.storage.db.pools.owner.query(`
    create policy "owners read" on storage.objects for select to authenticated using (owner_id = auth.uid()::text);
    create policy "owners make" on storage.objects for insert to authenticated
      with check (bucket_id = 'files' and owner_id = auth.uid()::text and storage.operation() like 'storage.s3.%');
    create policy "owners change" on storage.objects for update to authenticated using (owner_id = auth.uid()::text);
    create policy "owners delete" on storage.objects for delete to authenticated
      using (owner_id = auth.uid()::text and name not like 'locked%');`)
  owner = await s3.clientOf(OWNER)
  other = await s3.clientOf(OTHER)
  anon = await s3.clientOf(ANON)
  service = s3.client()
  await owner.send(new PutObjectCommand({ Bucket, Key: 'mine', Body: 'mine' }))
})
afterAll(() => s3.stop())

describe('a session token speaks for its user', () => {
  test('who reads, lists, copies and deletes what the policies show, and no more', async () => {
    expect(await (await owner.send(new GetObjectCommand({ Bucket, Key: 'mine' }))).Body?.transformToString()).toBe(
      'mine',
    )
    for (const stranger of [other, anon]) {
      const denied = [404, 'NoSuchKey']
      expect(await outcomeOf(stranger.send(new GetObjectCommand({ Bucket, Key: 'mine' })))).toEqual(denied)
      expect((await outcomeOf(stranger.send(new HeadObjectCommand({ Bucket, Key: 'mine' }))))[0]).toBe(404)
      const copy = new CopyObjectCommand({ Bucket, Key: 'stolen', CopySource: `${Bucket}/mine` })
      expect(await outcomeOf(stranger.send(copy))).toEqual(denied)
      expect((await stranger.send(new ListObjectsV2Command({ Bucket }))).Contents).toBeUndefined()
      expect((await stranger.send(new ListObjectsV2Command({ Bucket, Delimiter: '/' }))).Contents).toBeUndefined()
      expect((await stranger.send(new ListBucketsCommand({}))).Buckets ?? []).toEqual([])
      await stranger.send(new DeleteObjectCommand({ Bucket, Key: 'mine' }))
      await stranger.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'mine' }] } }))
    }
    expect((await owner.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key)).toEqual(['mine'])
  })

  test('who writes where the policies let him, as the owner', async () => {
    const write = (client: S3Client, Key: string) =>
      outcomeOf(client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' })))
    expect(await write(anon, 'anon')).toEqual([403, 'AccessDenied'])
    expect(await write(other, 'others')).toEqual([200, 'ok'])
    expect((await write(other, 'mine'))[0]).toBe(409)
    expect(await outcomeOf(owner.send(new CreateBucketCommand({ Bucket: 'new' })))).toEqual([403, 'AccessDenied'])
    const { rows } = await s3.storage.db.pools.owner.query(`select owner_id from storage.objects where name = 'others'`)
    expect(rows).toEqual([{ owner_id: OTHER.sub }])
  })

  test('who is told what he sees and may not delete', async () => {
    await owner.send(new PutObjectCommand({ Bucket, Key: 'locked', Body: 'x' }))
    await owner.send(new PutObjectCommand({ Bucket, Key: 'loose', Body: 'x' }))
    const Objects = [{ Key: 'locked' }, { Key: 'loose' }]
    const { Deleted, Errors } = await owner.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    expect([Deleted?.map(({ Key }) => Key), Errors]).toEqual([
      ['loose'],
      [{ Key: 'locked', Code: 'AccessDenied', Message: 'Access Denied' }],
    ])
  })

  test('and is verified like any token', async () => {
    const secretAccessKey = s3.storage.context.tokens.forRole('anon')
    const past = Math.floor(Date.now() / 1000) - 3600
    const sessionTokens = [
      'no.token.atall',
      await s3.storage.token({ ...OWNER, exp: past }),
      await s3.storage.token({ role: 'postgres' }),
    ]
    for (const sessionToken of sessionTokens) {
      const client = s3.client({ accessKeyId: 'project', secretAccessKey, sessionToken })
      const sent = client.send(new GetObjectCommand({ Bucket, Key: 'mine' }))
      expect(await outcomeOf(sent)).toEqual([403, 'InvalidToken'])
    }
    // The project's own secret does not make a session, and a session's secret no project.
    const mixed = s3.client({ ...ACCESS_KEY, sessionToken: await s3.storage.token(OWNER) })
    expect((await outcomeOf(mixed.send(new ListBucketsCommand({}))))[1]).toBe('SignatureDoesNotMatch')
    const bare = s3.client({ accessKeyId: ACCESS_KEY.accessKeyId, secretAccessKey })
    expect((await outcomeOf(bare.send(new ListBucketsCommand({}))))[1]).toBe('SignatureDoesNotMatch')
  })
})

describe('a multipart upload', () => {
  test('belongs to whoever began it', async () => {
    const place = { Bucket, Key: 'large' }
    expect(await outcomeOf(anon.send(new CreateMultipartUploadCommand(place)))).toEqual([403, 'AccessDenied'])
    const { UploadId } = await owner.send(new CreateMultipartUploadCommand(place))
    const upload = { ...place, UploadId }
    const { ETag } = await owner.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'part' }))
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] }
    const hidden = [404, 'NoSuchUpload']
    for (const stranger of [other, anon]) {
      expect(await outcomeOf(stranger.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'evil' })))).toEqual(
        hidden,
      )
      expect(await outcomeOf(stranger.send(new ListPartsCommand(upload)))).toEqual(hidden)
      expect(
        await outcomeOf(stranger.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }))),
      ).toEqual(hidden)
      expect(await outcomeOf(stranger.send(new AbortMultipartUploadCommand(upload)))).toEqual(hidden)
      expect((await stranger.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads).toBeUndefined()
    }
    const elsewhere = { ...upload, Key: 'other-key' }
    expect(await outcomeOf(owner.send(new ListPartsCommand(elsewhere)))).toEqual(hidden)
    expect((await service.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.length).toBe(1)
    await owner.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }))
    expect(await outcomeOf(other.send(new GetObjectCommand(place)))).toEqual([404, 'NoSuchKey'])
  })

  test('copies no part out of what the caller does not see', async () => {
    const { UploadId } = await other.send(new CreateMultipartUploadCommand({ Bucket, Key: 'theft' }))
    const copy = { Bucket, Key: 'theft', UploadId, PartNumber: 1, CopySource: `${Bucket}/mine` }
    expect(await outcomeOf(other.send(new UploadPartCopyCommand(copy)))).toEqual([404, 'NoSuchKey'])
    await other.send(new AbortMultipartUploadCommand({ Bucket, Key: 'theft', UploadId }))
  })

  test('obeys the limits of its bucket at its end as well', async () => {
    const place = { Bucket: 'images', Key: 'p.png' }
    const typed = { ...place, ContentType: 'image/png' }
    expect(await outcomeOf(service.send(new CreateMultipartUploadCommand(place)))).toEqual([415, 'InvalidMimeType'])
    const { UploadId } = await service.send(new CreateMultipartUploadCommand(typed))
    const upload = { ...place, UploadId }
    const large = service.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'x'.repeat(1001) }))
    expect(await outcomeOf(large)).toEqual([413, 'EntityTooLarge'])
    const { ETag } = await service.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: '<html>' }))
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] }
    const done = service.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }))
    expect(await outcomeOf(done)).toEqual([415, 'InvalidMimeType'])
    expect(await outcomeOf(service.send(new PutObjectCommand({ ...typed, Body: 'x'.repeat(1001) })))).toEqual([
      413,
      'EntityTooLarge',
    ])
  })

  test('may be begun fifty times by one user, and is forgotten after a day', async () => {
    const begun = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        owner.send(new CreateMultipartUploadCommand({ Bucket, Key: `open-${index}` })),
      ),
    )
    const more = owner.send(new CreateMultipartUploadCommand({ Bucket, Key: 'one-more' }))
    expect(await outcomeOf(more)).toEqual([400, 'TooManyUploads'])
    const [first, second] = begun
    await owner.send(
      new UploadPartCommand({ Bucket, Key: 'open-1', UploadId: second?.UploadId, PartNumber: 1, Body: 'x' }),
    )
    const { owner: database } = s3.storage.db.pools
    await database.query(`update storage.s3_multipart_uploads set created_at = now() - interval '25 hours'`)
    const { context, store } = s3.storage
    const { openDatabase } = await import('../database.ts')
    const { createRenderQueue } = await import('../render/render-queue.ts')
    const parts = { platform: context, store, database: openDatabase(context.pools), renderQueue: createRenderQueue() }
    await deleteExpiredUploads(parts)
    const { Uploads } = await owner.send(new ListMultipartUploadsCommand({ Bucket }))
    expect(Uploads?.map(({ Key }) => Key)).toEqual(['open-1'])
    expect(first?.UploadId).not.toBe(second?.UploadId)
  })
})

describe('a form with a signed policy', () => {
  interface Form {
    conditions?: unknown[]
    fields?: Record<string, string>
    expiration?: string
    secret?: string
    body?: string
  }
  const post = async ({ conditions = [], fields = {}, expiration, secret, body = 'in a form' }: Form) => {
    const time = new Date().toISOString().replace(/[:-]|\.\d{3}/g, '')
    const scope = { date: time.slice(0, 8), region: 'local' }
    const signing = {
      'x-amz-algorithm': 'AWS4-HMAC-SHA256',
      'x-amz-credential': `${ACCESS_KEY.accessKeyId}/${scope.date}/local/s3/aws4_request`,
      'x-amz-date': time,
    }
    const all = [
      { bucket: Bucket },
      ...Object.entries(signing).map(([name, value]) => ({ [name]: value })),
      ...conditions,
    ]
    const json = JSON.stringify({
      expiration: expiration ?? new Date(Date.now() + 60_000).toISOString(),
      conditions: all,
    })
    const policy = Buffer.from(json).toString('base64')
    const key = signingKey(secret ?? ACCESS_KEY.secretAccessKey, scope)
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...signing, ...fields, policy })) form.append(name, value)
    form.append('x-amz-signature', createHmac('sha256', key).update(policy).digest('hex'))
    form.append('file', new Blob([body], { type: 'text/css' }), 'style.css')
    const response = await fetch(`${s3.http.url}/s3/${Bucket}`, { method: 'POST', body: form })
    return [response.status, /<Code>(\w+)</.exec(await response.text())?.[1] ?? 'ok']
  }

  test('takes one file in', async () => {
    const conditions = [['starts-with', '$key', 'forms/'], ['content-length-range', 1, 20], { 'x-amz-meta-a': '1' }]
    // biome-ignore lint/suspicious/noTemplateCurlyInString: S3's own placeholder
    const fields = { key: 'forms/${filename}', 'x-amz-meta-a': '1' }
    expect(await post({ conditions, fields })).toEqual([200, 'ok'])
    const head = await service.send(new HeadObjectCommand({ Bucket, Key: 'forms/style.css' }))
    expect(head).toMatchObject({ ContentLength: 9, ContentType: 'text/css', Metadata: { a: '1' } })
  })

  test.each<[string, Form]>([
    ['without a right signature', { secret: 'other' }],
    ['that has expired', { expiration: new Date(0).toISOString() }],
    ['for another key', { fields: { key: 'other' } }],
    ['with a field more', { fields: { key: 'named', 'x-amz-meta-more': '1' } }],
    ['for another bucket', { fields: { key: 'named', bucket: 'images' } }],
    ['whose policy names no key', { conditions: [] }],
  ])('%s is refused', async (_, form) => {
    const outcome = await post({ conditions: [{ key: 'named' }], fields: { key: 'named' }, ...form })
    expect(outcome[0]).toBe(403)
  })

  test('keeps to the sizes of its policy', async () => {
    const form = { conditions: [{ key: 'sized' }, ['content-length-range', 3, 5]], fields: { key: 'sized' } }
    expect(await post({ ...form, body: '123456' })).toEqual([413, 'EntityTooLarge'])
    expect(await post({ ...form, body: '12' })).toEqual([403, 'AccessDenied'])
    expect(await post({ ...form, body: '123' })).toEqual([200, 'ok'])
  })
})
