import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { anonClient, serviceClient, signedInClient } from '#tests/support/target.ts'
import { BUCKETS, ROLES, type Role, UNNAMED_BUCKET } from './rights.ts'

const UNNAMED = `unnamed-${randomUUID().slice(0, 8)}`

/** The smallest image there is: one transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const AS_PNG = { contentType: 'image/png' }

let clients: Record<Role, SupabaseClient>
beforeAll(async () => {
  const service = serviceClient()
  const [viewer, editor, admin] = await Promise.all([
    signedInClient(),
    signedInClient({ role: 'editor' }),
    signedInClient({ role: 'admin' }),
  ])
  clients = { anon: anonClient(), viewer: viewer.client, editor: editor.client, admin: admin.client, service }
  expect((await service.storage.createBucket(UNNAMED, { public: false })).error).toBeNull()
})
afterAll(async () => {
  await clients.service.storage.emptyBucket(UNNAMED)
  await clients.service.storage.deleteBucket(UNNAMED)
})

test('every bucket of the shop has a row in the table of rights', async () => {
  const { data } = await clients.service.storage.listBuckets()
  // Other tests of this run make buckets of their own meanwhile.
  const shops = data?.filter(({ created_at }) => Date.parse(created_at) < Date.parse(inject('runStartedAt')))
  expect(shops?.length).toBeGreaterThan(0)
  expect(shops?.map(({ name }) => name).filter((name) => name !== UNNAMED && !(name in BUCKETS))).toEqual([])
})

const CASES = Object.entries({ ...BUCKETS, [UNNAMED]: UNNAMED_BUCKET }).flatMap(([bucket, rights]) =>
  ROLES.map((role) => ({ bucket, role, rights })),
)

test.each(CASES)('$role has its rights in the bucket $bucket', async ({ bucket, role, rights }) => {
  const folder = randomUUID()
  const own = `${folder}/own.png`
  expect((await clients.service.storage.from(bucket).upload(own, PNG, AS_PNG)).error).toBeNull()
  try {
    expect(await rightsOf(clients[role], bucket, folder)).toBe(rights[role])
  } finally {
    await clients.service.storage.from(bucket).remove([own, `${folder}/another.png`])
  }
})

async function rightsOf(client: SupabaseClient, bucket: string, folder: string): Promise<string> {
  const files = client.storage.from(bucket)
  const service = clients.service.storage.from(bucket)
  const letters: string[] = []
  if ((await files.upload(`${folder}/another.png`, PNG, AS_PNG)).error === null) letters.push('c')

  const listed = await files.list(folder)
  if (listed.data?.some(({ name }) => name === 'own.png')) letters.push('r')

  const before = await service.info(`${folder}/own.png`)
  await files.update(`${folder}/own.png`, PNG, { ...AS_PNG, cacheControl: '7' })
  const after = await service.info(`${folder}/own.png`)
  if (before.data?.version !== after.data?.version) letters.push('u')

  await files.remove([`${folder}/own.png`])
  if ((await service.exists(`${folder}/own.png`)).data === false) letters.push('d')
  return letters.join('')
}

test('nobody but the service makes, changes or deletes a bucket', async () => {
  for (const role of ROLES) {
    const { storage } = clients[role]
    const name = `test-${randomUUID().slice(0, 8)}`
    const allowed = role === 'service'
    expect((await storage.createBucket(name, { public: true })).error === null, `${role} creates`).toBe(allowed)
    expect((await storage.updateBucket(UNNAMED, { public: false })).error === null, `${role} updates`).toBe(allowed)
    await storage.deleteBucket(UNNAMED)
    const left = await clients.service.storage.getBucket(UNNAMED)
    expect(left.error === null, `${role} deletes`).toBe(!allowed)
    await clients.service.storage.deleteBucket(name)
  }
  expect((await clients.service.storage.createBucket(UNNAMED, { public: false })).error).toBeNull()
})
