import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Claims } from '../tokens.ts'
import { ANON, SERVICE, type TestStorage, testStorage } from './testing/test-service.ts'

/** Who may do what is decided by policies alone: each case has exactly the policies that it names. */
const OWNER: Claims = { role: 'authenticated', sub: '317eadce-631a-4429-a0bb-f19a7a517b4a' }
const OTHER: Claims = { role: 'authenticated', sub: '4d56e902-f0a0-4662-8448-a4d9e643c142' }

const POLICIES = {
  read: 'for select to authenticated using (owner_id = auth.uid()::text)',
  insert: 'for insert to authenticated with check (owner_id = auth.uid()::text)',
  update: 'for update to authenticated using (owner_id = auth.uid()::text)',
  delete: 'for delete to authenticated using (owner_id = auth.uid()::text)',
  only_images: "for insert to authenticated with check (metadata ->> 'mimetype' like 'image/%')",
  only_small: "for insert to authenticated with check ((metadata ->> 'contentLength')::int <= 10)",
  only_engineering: "for insert to authenticated with check (user_metadata ->> 'department' = 'engineering')",
  only_upload: "for insert to anon with check (storage.allow_only_operation('object.upload'))",
  only_with_header: "for select to anon using (current_setting('request.headers')::json ->> 'x-let-me' = 'in')",
} as const
type Policy = keyof typeof POLICIES

let storage: TestStorage
beforeAll(async () => {
  storage = await testStorage()
  await (await storage.client(SERVICE)).createBucket('files')
  await (await storage.client(SERVICE)).createBucket('other')
})
afterAll(() => storage.stop())
beforeEach(async () => {
  await allow()
  await storage.call('/bucket/files/empty', { method: 'POST' })
})

async function allow(...names: readonly Policy[]) {
  const { owner } = storage.db.pools
  for (const name of Object.keys(POLICIES)) await owner.query(`drop policy if exists ${name} on storage.objects`)
  for (const name of names) await owner.query(`create policy ${name} on storage.objects ${POLICIES[name]}`)
}

const upload = (name: string, as: Claims, headers: Record<string, string> = {}, body = 'hello') =>
  storage.call(`/object/files/${name}`, {
    method: 'POST',
    as,
    body,
    headers: { 'content-type': 'text/plain', ...headers },
  })
const post = (path: string, body: unknown, as: Claims) =>
  storage.call(path, { method: 'POST', as, body: JSON.stringify(body) })

/** Puts a file there as its owner's, before the policies of the case apply. */
async function given(name: string, owner: Claims = OWNER) {
  await allow('insert')
  expect((await upload(name, owner)).status).toBe(200)
  await allow()
}

const OPERATIONS = {
  read: (as: Claims) => storage.call('/object/files/f.txt', { as }),
  head: (as: Claims) => storage.call('/object/files/f.txt', { as, method: 'HEAD' }),
  info: (as: Claims) => storage.call('/object/info/files/f.txt', { as }),
  create: (as: Claims) => upload('new.txt', as),
  overwrite: (as: Claims) => upload('f.txt', as, { 'x-upsert': 'true' }),
  replace: (as: Claims) => storage.call('/object/files/f.txt', { method: 'PUT', as, body: 'new' }),
  sign: (as: Claims) => post('/object/sign/files/f.txt', { expiresIn: 60 }, as),
  signUpload: (as: Claims) => post('/object/upload/sign/files/up.txt', {}, as),
  move: (as: Claims) => post('/object/move', { bucketId: 'files', sourceKey: 'f.txt', destinationKey: 'm.txt' }, as),
  copy: (as: Claims) => post('/object/copy', { bucketId: 'files', sourceKey: 'f.txt', destinationKey: 'c.txt' }, as),
  delete: (as: Claims) => storage.call('/object/files/f.txt', { method: 'DELETE', as }),
} as const
type Operation = keyof typeof OPERATIONS
const ALL = Object.keys(OPERATIONS).filter((name): name is Operation => name in OPERATIONS)

/** policies → what the owner of f.txt may do; the rest is refused to the owner, and to others all that touches f.txt. */
const TABLE: [Policy[], Operation[]][] = [
  [[], []],
  [['read'], ['read', 'head', 'info', 'sign']],
  [['insert'], ['create', 'signUpload']],
  [['update'], []],
  [['delete'], []],
  [
    ['read', 'update'],
    ['read', 'head', 'info', 'sign', 'replace', 'move'],
  ],
  [
    ['read', 'insert'],
    ['read', 'head', 'info', 'sign', 'create', 'signUpload', 'copy'],
  ],
  [
    ['read', 'delete'],
    ['read', 'head', 'info', 'sign', 'delete'],
  ],
  [['read', 'insert', 'update'], ALL.filter((operation) => operation !== 'delete')],
]

describe.each(TABLE)('with the policies %j', (policies, allowed) => {
  test.each(ALL)('%s', async (operation) => {
    await given('f.txt')
    await allow(...policies)
    const may = allowed.includes(operation)
    const makesNew = operation === 'create' || operation === 'signUpload'
    expect((await OPERATIONS[operation](ANON)).status).toBe(400)
    if (!makesNew) expect((await OPERATIONS[operation](OTHER)).status).toBe(400)
    expect((await OPERATIONS[operation](OWNER)).status).toBe(may ? 200 : 400)
  })
})

describe('what a refusal says', () => {
  test('a write is refused by name, a file that may not be seen is not there', async () => {
    await given('f.txt')
    expect(await (await OPERATIONS.create(OWNER)).json()).toEqual({
      statusCode: '403',
      error: 'Unauthorized',
      message: 'new row violates row-level security policy',
      code: 'AccessDenied',
    })
    const hidden = { statusCode: '404', error: 'not_found', message: 'Object not found', code: 'NoSuchKey' }
    for (const operation of ['read', 'info', 'sign', 'move', 'copy', 'delete'] as const) {
      expect(await (await OPERATIONS[operation](OWNER)).json()).toEqual(hidden)
    }
    expect(await (await OPERATIONS.head(OWNER)).text()).toBe('')
  })

  test('lists show and deletions take only what the policies allow', async () => {
    await given('mine.txt')
    await given('theirs.txt', OTHER)
    await allow('read', 'delete')
    const files = (await storage.client(OWNER)).from('files')
    expect((await files.list()).data?.map(({ name }) => name)).toEqual(['mine.txt'])
    expect((await files.listV2()).data?.objects.map(({ name }) => name)).toEqual(['mine.txt'])
    const signed = await files.createSignedUrls(['mine.txt', 'theirs.txt'], 60)
    expect(signed.data?.map(({ error }) => error)).toEqual([
      null,
      'Either the object does not exist or you do not have access to it',
    ])
    expect((await files.remove(['mine.txt', 'theirs.txt'])).data?.map(({ name }) => name)).toEqual(['mine.txt'])
  })

  test('without policies nobody but the service role touches buckets', async () => {
    for (const as of [OWNER, ANON]) {
      expect((await storage.call('/bucket/files', { as })).status).toBe(400)
      expect(await (await storage.call('/bucket', { as })).json()).toEqual([])
      expect((await post('/bucket', { name: 'mine' }, as)).status).toBe(400)
      expect((await storage.call('/bucket/files', { method: 'PUT', as, body: '{"public":true}' })).status).toBe(400)
      expect((await storage.call('/bucket/other', { method: 'DELETE', as })).status).toBe(400)
    }
  })
})

describe('policies may ask about', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

  test('the type, which is the one that the bytes show', async () => {
    await allow('only_images')
    const headers = { 'content-type': 'image/png' }
    const image = await storage.call('/object/files/i.png', { method: 'POST', as: OWNER, body: png, headers })
    expect(image.status).toBe(200)
    expect((await upload('t.txt', OWNER)).status).toBe(400)
    expect((await upload('fake.png', OWNER, headers, '<script>')).status).toBe(400)
  })

  test('the length', async () => {
    await allow('only_small')
    expect((await upload('s.txt', OWNER, { 'content-length': '5' })).status).toBe(200)
    expect((await upload('l.txt', OWNER, { 'content-length': '11' }, 'hello world')).status).toBe(400)
    expect((await upload('unannounced.txt', OWNER)).status).toBe(400)
  })

  test('user metadata, in a header or in a form', async () => {
    await allow('only_engineering')
    const metadata = { department: 'engineering' }
    const header = Buffer.from(JSON.stringify(metadata)).toString('base64')
    expect((await upload('h.txt', OWNER, { 'x-metadata': header })).status).toBe(200)
    const files = (await storage.client(OWNER)).from('files')
    expect((await files.upload('f.txt', new Blob(['x']), { metadata })).error).toBeNull()
    expect((await files.upload('g.txt', new Blob(['x']), { metadata: { department: 'sales' } })).error).not.toBeNull()
  })

  test('the operation and the headers of the request', async () => {
    await allow('only_upload', 'only_with_header')
    expect((await upload('a.txt', ANON)).status).toBe(200)
    expect((await OPERATIONS.signUpload(ANON)).status).toBe(400)
    expect((await storage.call('/object/files/a.txt', { as: ANON })).status).toBe(400)
    expect((await storage.call('/object/files/a.txt', { as: ANON, headers: { 'x-let-me': 'in' } })).status).toBe(200)
  })
})

test('a file belongs to whoever uploads it', async () => {
  await given('f.txt')
  const { rows } = await storage.db.pools.owner.query('select owner::text, owner_id from storage.objects')
  expect(rows).toEqual([{ owner: OWNER.sub, owner_id: OWNER.sub }])
})
