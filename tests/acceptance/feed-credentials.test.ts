import { afterAll, expect, test } from 'vitest'
import { callFunction } from '#tests/support/call-function.ts'
import { signedInClient } from '#tests/support/target.ts'

const KEY = 'a-feed-key-of-the-tests-0123456789'
const signedIn = (role: 'editor' | 'admin') => signedInClient({ role, target: 'shop' })
const call = (name: string, body: object, { accessToken }: { accessToken: string }) =>
  callFunction(name, body, { headers: { authorization: `Bearer ${accessToken}` } })

afterAll(async () => {
  const values = { AWIN_FEED_KEY: '', AWIN_PUBLISHER_ID: '', CJ_COMPANY_ID: '' }
  await call('feed-credentials', { action: 'store', values }, await signedIn('admin'))
})

test('keys of networks are for admins', async () => {
  const requests: [string, object][] = [
    ['feed-credentials', { action: 'list' }],
    ['feed-credentials', { action: 'store', values: { AWIN_FEED_KEY: KEY } }],
    ['test-feed-credentials', { network: 'awin' }],
  ]
  for (const [name, body] of requests) {
    expect((await callFunction(name, body)).status).toBe(401)
    expect((await call(name, body, await signedIn('editor'))).status).toBe(403)
  }
})

test('a stored key is known to be there, and never shown; where to get the others is told', async () => {
  const admin = await signedIn('admin')
  const stored = await call('feed-credentials', { action: 'store', values: { AWIN_FEED_KEY: ` ${KEY}\n` } }, admin)
  expect(stored.status).toBe(200)
  const listed = await call('feed-credentials', { action: 'list' }, admin)
  expect(JSON.stringify([stored.body, listed.body])).not.toContain(KEY)
  const networks = listed.body?.networks
  expect(networks).toContainEqual(
    expect.objectContaining({
      id: 'awin',
      credentials: expect.arrayContaining([
        expect.objectContaining({ name: 'AWIN_FEED_KEY', state: 'stored', stored_at: expect.any(String) }),
        expect.objectContaining({ name: 'AWIN_PUBLISHER_ID', state: 'missing', from: expect.stringContaining('awin') }),
      ]),
    }),
  )
  const tried = await call('test-feed-credentials', { network: 'awin' }, admin)
  expect(tried).toMatchObject({ status: 200, body: { ok: false, code: 'credentials_missing' } })
  expect(tried.body?.sentence).toContain('AWIN_PUBLISHER_ID')
  expect(tried.body?.sentence).not.toContain('AWIN_FEED_KEY')
})

test.each([
  ['a line break inside', { AWIN_FEED_KEY: 'a\r\nx: y' }, /^AWIN_FEED_KEY holds a blank, a line break/],
  ['a name that no network asks for', { SUPABASE_SECRET_KEY: 'x' }, /^No network asks for SUPABASE_SECRET_KEY/],
  ['no text', { AWIN_FEED_KEY: 7 }, /AWIN_FEED_KEY/],
])('a key with %s is refused', async (_, values, sentence) => {
  const admin = await signedIn('admin')
  const { status, body } = await call('feed-credentials', { action: 'store', values }, admin)
  expect([status, body?.error]).toEqual([400, expect.stringMatching(sentence)])
})

test('an empty text forgets the key', async () => {
  const admin = await signedIn('admin')
  const stateOf = (body: Record<string, unknown> | null | undefined) =>
    /"name":"CJ_COMPANY_ID"[^}]*"state":"(\w+)"/.exec(JSON.stringify(body?.networks))?.[1]
  const store = (text: string) => call('feed-credentials', { action: 'store', values: { CJ_COMPANY_ID: text } }, admin)
  expect(stateOf((await store('123')).body)).toBe('stored')
  expect(stateOf((await store('')).body)).toBe('missing')
})

test('the log tells admins who stored, replaced and forgot a key, and never the key', async () => {
  const [admin, editor] = [await signedIn('admin'), await signedIn('editor')]
  const lines = async ({ client }: typeof admin) => {
    const { data } = await client
      .from('audit_log')
      .select('actor, row_name, columns, before, after')
      .match({ table_name: 'feed_credentials', actor: admin.user.id, row_key: 'CJ_WEBSITE_ID' })
      .order('id')
    return data
  }
  for (const text of ['7654321', '7654322', '', '']) {
    const values = { CJ_WEBSITE_ID: text }
    expect((await call('feed-credentials', { action: 'store', values }, admin)).status).toBe(200)
  }
  const kept = { actor: admin.user.id, row_name: 'CJ_WEBSITE_ID', before: null, after: null }
  expect(await lines(admin)).toEqual(
    ['key stored', 'key replaced', 'key forgotten'].map((what) => ({ ...kept, columns: [what] })),
  )
  expect(await lines(editor)).toEqual([])
})
