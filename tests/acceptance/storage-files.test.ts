import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageApiError } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serviceClient } from '#tests/support/target.ts'

/** What the official client's own suite expects of a server, in our words. */
const storage = serviceClient().storage
let image: Buffer
let folder: string
let bucket: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-files-'))
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  image = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'grey', noise } })
    .jpeg()
    .toBuffer()
  await writeFile(join(folder, 'file.txt'), 'streamed from a file')
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  bucket = await newBucket({ public: true })
  path = `testpath/file-${randomUUID()}.jpg`
})

async function newBucket(options: Parameters<typeof storage.createBucket>[1]): Promise<string> {
  const name = `bucket-${randomUUID()}`
  const { error } = await storage.createBucket(name, options)
  expect(error).toBeNull()
  return name
}

describe('uploading', () => {
  test.each([
    ['a buffer', () => image],
    ['an array buffer', () => new Uint8Array(image).buffer],
    ['a blob', () => new Blob([new Uint8Array(image)])],
    ['a stream of a file', () => createReadStream(join(folder, 'file.txt'))],
    ['text', () => 'plain words'],
  ])('takes %s', async (_, body) => {
    const { data, error } = await storage.from(bucket).upload(path, body())
    expect(error).toBeNull()
    expect(data?.path).toBe(path)
  })

  test('takes a form', async () => {
    const form = new FormData()
    form.append('', new Blob([new Uint8Array(image)]), 'file.txt')
    const { data, error } = await storage.from(bucket).upload(path, form)
    expect(error).toBeNull()
    expect(data?.path).toBe(path)
  })

  test('replaces with update', async () => {
    await storage.from(bucket).upload(path, image)
    const { data, error } = await storage.from(bucket).update(path, 'new content')
    expect(error).toBeNull()
    expect(data?.path).toBe(path)
    expect(await (await storage.from(bucket).download(path)).data?.text()).toBe('new content')
  })

  test('is cached for an hour unless it says otherwise [B9.24]', async () => {
    await storage.from(bucket).upload(path, image)
    const response = await fetch(storage.from(bucket).getPublicUrl(path).data.publicUrl)
    expect(response.headers.get('cache-control')).toMatch(/max-age=3600\b/)
  })

  test('keeps metadata of the user', async () => {
    const metadata = { custom: 'metadata', second: 'second', third: 'third' }
    expect((await storage.from(bucket).upload(path, image, { metadata })).error).toBeNull()
    expect((await storage.from(bucket).info(path)).data?.metadata).toEqual(metadata)
  })

  test('says that a bucket is missing, as a value or as a thrown error [B8.7]', async () => {
    const { data, error } = await storage.from('non-existent-bucket').upload(path, image)
    expect(data).toBeNull()
    expect(error?.message).toBe('Bucket not found')
    const thrown = storage.from('non-existent-bucket').throwOnError().upload(path, image)
    await expect(thrown).rejects.toThrow('Bucket not found')
  })

  test.each([
    ['within the size limit', { fileSizeLimit: '1mb' }, {}, null],
    [
      'over the size limit',
      { fileSizeLimit: '1kb' },
      {},
      { message: 'The object exceeded the maximum allowed size', statusCode: '413' },
    ],
    ['of an allowed type', { allowedMimeTypes: ['image/png'] }, { contentType: 'image/png' }, null],
    [
      'of another type',
      { allowedMimeTypes: ['image/png'] },
      { contentType: 'image/jpeg' },
      { message: 'mime type image/jpeg is not supported', statusCode: '415' },
    ],
  ])('judges a file %s', async (_, limits, options, refusal) => {
    const limited = await newBucket({ public: true, ...limits })
    const { error } = await storage.from(limited).upload(path, image, options)
    if (!refusal) return expect(error).toBeNull()
    expect(error).toBeInstanceOf(StorageApiError)
    expect(error).toMatchObject(refusal)
  })
})

describe('signed uploads', () => {
  test('work once, and again only when they may replace [B7.40]', async () => {
    const files = storage.from(bucket)
    const { data } = await files.createSignedUploadUrl(path)
    expect(data?.signedUrl).toContain(`/storage/v1/object/upload/sign/${bucket}/${path}`)
    const token = data?.token ?? ''
    expect((await files.uploadToSignedUrl(path, token, image)).data?.path).toBe(path)
    expect((await files.uploadToSignedUrl(path, token, image)).error).toMatchObject({
      message: 'The resource already exists',
      statusCode: '409',
    })
    await expect(storage.from(bucket).throwOnError().uploadToSignedUrl(path, token, image)).rejects.toThrow()
    const again = await files.createSignedUploadUrl(path, { upsert: true })
    expect((await files.uploadToSignedUrl(path, again.data?.token ?? '', image)).error).toBeNull()
  })

  test('take streams', async () => {
    const files = storage.from(bucket)
    const { data } = await files.createSignedUploadUrl(path)
    const stream = createReadStream(join(folder, 'file.txt'))
    expect((await files.uploadToSignedUrl(path, data?.token ?? '', stream)).data?.path).toBe(path)
  })
})

describe('listing', () => {
  test('shows files with their facts [B7.45]', async () => {
    await storage.from(bucket).upload(path, image)
    const { data } = await storage.from(bucket).list('testpath')
    const file = { name: path.replace('testpath/', ''), id: expect.any(String), metadata: expect.any(Object) }
    expect(data).toEqual([
      expect.objectContaining({ ...file, updated_at: expect.any(String), created_at: expect.any(String) }),
    ])
  })

  test('shows a hundred by name unless more is asked for [B9.24]', async () => {
    const names = Array.from({ length: 101 }, (_none, index) => `${String(index).padStart(3, '0')}.txt`)
    for (const name of names.toReversed()) await storage.from(bucket).upload(`many/${name}`, 'x')
    const { data } = await storage.from(bucket).list('many')
    expect(data?.map(({ name }) => name)).toEqual(names.slice(0, 100))
  })

  test('with listV2 shows files by prefix and folders apart', async () => {
    await storage.from(bucket).upload(path, image)
    const byPrefix = await storage.from(bucket).listV2({ prefix: 'testpath' })
    expect(byPrefix.data).toMatchObject({ hasNext: false, folders: [], objects: [{ name: path }] })
    const folders = await storage.from(bucket).listV2({ with_delimiter: true })
    expect(folders.data).toMatchObject({
      hasNext: false,
      folders: [{ key: 'testpath', name: 'testpath/' }],
      objects: [],
    })
  })

  test('with listV2 pages in every order', async () => {
    const suffixes = ['zz', 'bb', 'xx', 'ww', 'cc', 'aa', 'yy', 'oo']
    for (const suffix of suffixes) await storage.from(bucket).upload(path + suffix, 'x')
    const orders = [
      { sortBy: undefined, expected: suffixes.toSorted() },
      { sortBy: { column: 'name', order: 'desc' }, expected: suffixes.toSorted().toReversed() },
      { sortBy: { column: 'created_at', order: 'asc' }, expected: suffixes },
      { sortBy: { column: 'created_at', order: 'desc' }, expected: suffixes.toReversed() },
    ] as const
    for (const { sortBy, expected } of orders) {
      const pages: string[][] = []
      for (let cursor: string | undefined; ; ) {
        const options = { prefix: 'testpath/', with_delimiter: true, limit: 2, cursor, ...(sortBy ? { sortBy } : {}) }
        const { data, error } = await storage.from(bucket).listV2(options)
        expect(error).toBeNull()
        pages.push((data?.objects ?? []).map(({ name }) => name.replace(path, '')))
        cursor = data?.nextCursor
        if (!data?.hasNext) break
      }
      expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 2])
      expect(pages.flat()).toEqual(expected)
    }
  })
})

describe('moving, copying and removing', () => {
  test('moves within a bucket and to another [B7.41]', async () => {
    const other = await newBucket({ public: false })
    await storage.from(bucket).upload(path, image)
    expect((await storage.from(bucket).move(path, 'moved.jpg')).data?.message).toBe('Successfully moved')
    const across = await storage.from(bucket).move('moved.jpg', 'there.jpg', { destinationBucket: other })
    expect(across.data?.message).toBe('Successfully moved')
    expect((await storage.from(other).download('there.jpg')).error).toBeNull()
    await expect(storage.from(bucket).throwOnError().move('non-existent', '')).rejects.toThrow()
  })

  test('copies within a bucket and to another [B7.42]', async () => {
    const other = await newBucket({ public: false })
    await storage.from(bucket).upload(path, image)
    expect((await storage.from(bucket).copy(path, 'copy.jpg')).data?.path).toBe(`${bucket}/copy.jpg`)
    const across = await storage.from(bucket).copy(path, 'copy.jpg', { destinationBucket: other })
    expect(across.data?.path).toBe(`${other}/copy.jpg`)
  })

  test('removes and says what [B7.46]', async () => {
    await storage.from(bucket).upload(path, image)
    const { data } = await storage.from(bucket).remove([path])
    expect(data).toEqual([expect.objectContaining({ name: path, id: expect.any(String), bucket_id: bucket })])
  })
})

describe('reading', () => {
  test('downloads as a blob with the stored type, or as a stream', async () => {
    await storage.from(bucket).upload(path, image)
    const { data, error } = await storage.from(bucket).download(path)
    expect(error).toBeNull()
    expect([data?.size, data?.type]).toEqual([image.byteLength, 'text/plain;charset=utf-8'])
    const streamed = await storage.from(bucket).download(path).asStream()
    expect((await new Response(streamed.data).bytes()).byteLength).toBe(image.byteLength)
    await expect(storage.from(bucket).throwOnError().download('none')).rejects.toThrow()
  })

  test('stops when the caller aborts', async () => {
    await storage.from(bucket).upload(path, image)
    const { error } = await storage.from(bucket).download(path, {}, { signal: AbortSignal.abort() })
    expect(error?.message).toContain('abort')
  })

  test('tells what is known of a file [B7.44]', async () => {
    await storage.from(bucket).upload(path, image)
    const { data } = await storage.from(bucket).info(path)
    expect(data).toEqual({
      id: expect.any(String),
      name: path,
      version: expect.any(String),
      bucketId: bucket,
      size: image.byteLength,
      contentType: 'text/plain;charset=UTF-8',
      cacheControl: 'max-age=3600',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      metadata: {},
      lastModified: expect.any(String),
      createdAt: expect.any(String),
    })
    await expect(storage.from(bucket).throwOnError().info('none')).rejects.toThrow()
  })

  test('knows whether a file exists, asked in the newer and in the older way [B8.7]', async () => {
    await storage.from(bucket).upload(path, image)
    expect(await storage.from(bucket).exists(path)).toEqual({ data: true, error: null })
    expect((await storage.from(bucket).exists('none')).data).toBe(false)
    await expect(storage.from(bucket).throwOnError().exists('none')).rejects.toThrow()
  })
})
