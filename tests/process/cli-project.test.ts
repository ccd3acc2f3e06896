import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { createServerClient } from '@supabase/ssr'
import { createClient } from '@supabase/supabase-js'
import { createClient as createClient1 } from 'supabase-js-1'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeCliProject } from '../support/cli-project.ts'

const announcement = z.object({
  url: z.string(),
  publishableKey: z.string(),
  anonKey: z.string(),
  ignored: z.array(z.string()),
  s3: z.object({ endpoint: z.string(), region: z.string(), accessKeyId: z.string(), secretAccessKey: z.string() }),
})
let project: Awaited<ReturnType<typeof makeCliProject>>
let platform: z.output<typeof announcement>
let child: ChildProcess
let stderr = ''

beforeAll(async () => {
  project = await makeCliProject()
  // Ports alone are changed, so that it starts beside a project that has the CLI's.
  const args = ['scripts/platform.ts', '--config', project.config, '--port', '0', '--db-port', '0']
  child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stderr?.on('data', (chunk) => (stderr += chunk))
  const [line] = child.stdout ? await once(createInterface({ input: child.stdout }), 'line') : []
  platform = announcement.parse(JSON.parse(String(line)))
})
afterAll(async () => {
  if (child.exitCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await project.remove()
})

let accounts = 0
function credentials() {
  accounts += 1
  return { email: `person${accounts}@test.example`, password: 'Password-123' }
}

test('a project as the CLI 3 lays it out starts unedited, and tells what has no effect without a warning of Node', () => {
  expect(platform.ignored).toEqual(expect.arrayContaining(['studio', 'db.major_version']))
  expect(stderr).not.toMatch(/ExperimentalWarning|DeprecationWarning/)
})

test('supabase-js 2 signs up with the generated key, reads the seed, writes its own, and calls the function', async () => {
  const client = createClient(platform.url, platform.publishableKey, { auth: { persistSession: false } })
  const { data } = await client.auth.signUp(credentials())
  const [header = ''] = data.session?.access_token.split('.') ?? []
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'ES256' })
  expect((await client.from('notes').insert({ text: 'mine' }).select('text').single()).data).toEqual({ text: 'mine' })
  const { data: hello, error } = await client.functions.invoke('hello-world', { body: { name: 'Ada' } })
  expect(error).toBeNull()
  expect(hello).toMatchObject({ message: 'Hello Ada!', notes: expect.arrayContaining([{ text: 'seeded' }]) })
})

test('supabase-js 1 signs in, reads, writes and keeps a file', async () => {
  const client = createClient1(platform.url, platform.anonKey, { autoRefreshToken: false, persistSession: false })
  const account = credentials()
  await client.auth.signUp(account)
  expect((await client.auth.signIn(account)).user?.email).toBe(account.email)
  expect((await client.from('notes').insert({ text: 'of version 1' })).error).toBeNull()
  expect((await client.from('notes').select('text').eq('text', 'seeded')).data).toEqual([{ text: 'seeded' }])
  const files = client.storage.from('files')
  expect((await files.upload('one.txt', Buffer.from('one'), { contentType: 'text/plain' })).error).toBeNull()
  expect(await (await files.download('one.txt')).data?.text()).toBe('one')
})

test('@supabase/ssr keeps a session in cookies from one request to the next', async () => {
  const jar = new Map<string, string>()
  const onRequest = () =>
    createServerClient(platform.url, platform.publishableKey, {
      cookies: {
        getAll: () => [...jar].map(([name, value]) => ({ name, value })),
        setAll: (cookies) => {
          for (const { name, value } of cookies) jar.set(name, value)
        },
      },
    })
  const account = credentials()
  await onRequest().auth.signUp(account)
  expect(jar.size).toBeGreaterThan(0)
  expect((await onRequest().auth.getUser()).data.user?.email).toBe(account.email)
})

test('tus-js-client uploads in pieces', async () => {
  const client = createClient(platform.url, platform.publishableKey, { auth: { persistSession: false } })
  const { data } = await client.auth.signUp(credentials())
  const bytes = Buffer.alloc(7 * 1024 * 1024, 'dahlia')
  await new Promise<void>((resolve, reject) => {
    new Upload(bytes, {
      endpoint: `${platform.url}/storage/v1/upload/resumable`,
      headers: { authorization: `Bearer ${data.session?.access_token}`, apikey: platform.publishableKey },
      metadata: { bucketName: 'files', objectName: 'large.bin', contentType: 'application/octet-stream' },
      // The piece that Supabase's documentation asks for.
      chunkSize: 6 * 1024 * 1024,
      onError: reject,
      onSuccess: () => resolve(),
    }).start()
  })
  const { data: kept } = await client.storage.from('files').download('large.bin')
  expect(kept && Buffer.from(await kept.arrayBuffer()).equals(bytes)).toBe(true)
})

test('@aws-sdk/client-s3 keeps, lists and reads a file with the keys of the announcement', async () => {
  const { endpoint, region, ...credentials } = platform.s3
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  const file = { Bucket: 'files', Key: 'of s3/note.txt' }
  await client.send(new PutObjectCommand({ ...file, Body: 'kept', ContentType: 'text/plain' }))
  const list = await client.send(new ListObjectsV2Command({ Bucket: 'files', Prefix: 'of s3/' }))
  expect(list.Contents?.map(({ Key }) => Key)).toEqual([file.Key])
  expect(await (await client.send(new GetObjectCommand(file))).Body?.transformToString()).toBe('kept')
  client.destroy()
})
