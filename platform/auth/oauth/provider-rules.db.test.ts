import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type AuthTestOptions, type AuthUnderTest, authUnderTest, PUBLIC_URL } from '../testing/auth-under-test.ts'

interface Person {
  id: number
  email: string
  confirmed_at: string | null
  name?: string
}

/** A provider that says whatever a test wants, and where its requests went. */
let says: Person | Response = { id: 1, email: '', confirmed_at: null }
const asked: string[] = []
const provider: typeof fetch = async (input, init) => {
  asked.push(`${new URL(String(input)).host} ${init?.redirect}`)
  if (String(input) === 'https://git.example/oauth/token') {
    return Response.json({ access_token: 'x', token_type: 'bearer' })
  }
  if (String(input) !== 'https://git.example/api/v4/user') throw new Error(`unknown request to ${input}`)
  return says instanceof Response ? says : Response.json(says)
}

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('platform')
})
afterAll(() => db.drop())
beforeEach(() => {
  asked.length = 0
})

async function open(config: AuthTestOptions['config'] = {}, optional = false) {
  const gitlab = { enabled: true, client_id: 'us', secret: 's', url: 'https://git.example', email_optional: optional }
  return authUnderTest(db, { fetch: provider, config: { external: { gitlab }, ...config } })
}

/** From the button to the page that the visitor lands on. */
async function walk(auth: AuthUnderTest, person: Person | Response): Promise<Record<string, string>> {
  says = person
  const started = await auth.request('/authorize?provider=gitlab')
  return back(auth, new URL(started.headers.get('location') ?? ''))
}

async function back(auth: AuthUnderTest, at: URL, cookie = ''): Promise<Record<string, string>> {
  const state = at.searchParams.get('state')
  const response = await auth.request(`/callback?code=good&state=${state}`, { headers: { cookie } })
  return Object.fromEntries(new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1)))
}

const refused = { error_code: 'provider_email_needs_verification' }

describe('an address that the provider has not verified', () => {
  test('is nobody’s where addresses are not confirmed by mail', async () => {
    const auth = await open()
    expect(await walk(auth, { id: 10, email: 'owner@example.com', confirmed_at: null })).toMatchObject(refused)
    const { data, error } = await auth.client().auth.signUp({ email: 'owner@example.com', password: 'correct horse' })
    expect([error, data.user?.email]).toEqual([null, 'owner@example.com'])
    await auth.close()
  })

  test('is left out of an account that needs none', async () => {
    const auth = await open({}, true)
    const landed = await walk(auth, { id: 11, email: 'optional@example.com', confirmed_at: null })
    const claims = await auth.tokens.verify(landed.access_token ?? '')
    const { data } = await auth.admin.getUserById(claims.sub ?? '')
    expect([data.user?.email ?? '', data.user?.email_confirmed_at]).toEqual(['', undefined])
    // And its owner comes to an account of their own.
    const owner = await walk(auth, { id: 12, email: 'optional@example.com', confirmed_at: '2020-01-01' })
    const own = await auth.tokens.verify(owner.access_token ?? '')
    expect(own).toMatchObject({ email: 'optional@example.com' })
    expect(own.sub).not.toBe(claims.sub)
    await auth.close()
  })

  test('gets mails as rarely as by other ways', async () => {
    const auth = await open({ email: { enable_confirmations: true, max_frequency: '60s' } })
    const person = { id: 13, email: 'mailed@example.com', confirmed_at: null }
    expect(await walk(auth, person)).toMatchObject(refused)
    expect((await auth.lastMessage('mailed@example.com')).kind).toBe('confirmation')
    expect(await walk(auth, person)).toMatchObject({ error_code: 'over_email_send_rate_limit' })
    const { rows } = await db.pools.owner.query(
      `select count(*)::int as mails from _platform.outbox where recipient = 'mailed@example.com'`,
    )
    expect(rows).toEqual([{ mails: 1 }])
    await auth.close()
  })
})

describe('what a provider sends', () => {
  test('is an address as everybody else’s, or none', async () => {
    const auth = await open()
    const { data } = await auth.client().auth.signUp({ email: 'kate@example.com', password: 'correct horse' })
    for (const email of ['\u212Aate@example.com', 'eve@evil.example, kate@example.com', 'kate@example.com\r\nx']) {
      const landed = await walk(auth, { id: 20, email, confirmed_at: '2020-01-01' })
      expect(landed).not.toHaveProperty('access_token')
    }
    const own = await walk(auth, { id: 21, email: 'Kate@example.com', confirmed_at: '2020-01-01' })
    expect((await auth.tokens.verify(own.access_token ?? '')).sub).toBe(data.user?.id)
    await auth.close()
  })

  test('makes no token too large for a header', async () => {
    const auth = await open()
    const name = 'x'.repeat(300_000)
    const landed = await walk(auth, { id: 22, email: 'long@example.com', confirmed_at: '2020-01-01', name })
    expect(landed.access_token?.length).toBeLessThan(8000)
    await auth.close()
  })

  test('leads nowhere else, and ends', async () => {
    const auth = await open()
    const inwards = new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/' } })
    expect(await walk(auth, inwards)).toMatchObject({ error: 'server_error' })
    expect(asked).toEqual(['git.example manual', 'git.example manual'])
    const endless = new Response(`{"id":1,"email":"${'x'.repeat(2_000_000)}"}`)
    expect(await walk(auth, endless)).toMatchObject({ error: 'server_error' })
    await auth.close()
  })

  test('unknown and disabled providers are refused in GoTrue’s words', async () => {
    const auth = await open()
    for (const name of ['google', 'nobody', 'custom:nobody']) {
      const answer = await auth.request(`/authorize?provider=${name}`)
      expect([answer.status, (await answer.json()).msg]).toEqual([400, 'Unsupported provider: provider is not enabled'])
    }
    await auth.close()
  })
})

describe('linking', () => {
  async function begin(config: AuthTestOptions['config']) {
    const auth = await open({ enable_manual_linking: true, ...config })
    const client = auth.client()
    const { data } = await client.auth.signUp({
      email: `${crypto.randomUUID()}@example.com`,
      password: 'correct horse',
    })
    says = { id: Math.floor(Math.random() * 1e9), email: 'linked@example.com', confirmed_at: '2020-01-01' }
    const answer = await auth.request('/user/identities/authorize?provider=gitlab&skip_http_redirect=true', {
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    })
    const cookie = answer.headers.get('set-cookie') ?? ''
    return { auth, client, cookie, at: new URL((await answer.json()).url) }
  }
  const identities = async ({ client }: Awaited<ReturnType<typeof begin>>) =>
    (await client.auth.getUserIdentities()).data?.identities.map((identity) => identity.provider)

  test('is finished by the browser that began it, and by no other', async () => {
    const attack = await begin({ site_url: PUBLIC_URL })
    expect(attack.cookie).toMatch(/; Path=\/auth\/v1\/callback; Max-Age=300; HttpOnly; SameSite=Lax$/)
    for (const cookie of ['', `${attack.cookie.split('=')[0]}=guessed`]) {
      const other = await begin({ site_url: PUBLIC_URL })
      expect(await back(other.auth, other.at, cookie)).toMatchObject({ error_code: 'bad_oauth_state' })
      expect(await identities(other)).toEqual(['email'])
      await other.auth.close()
    }
    const landed = await back(attack.auth, attack.at, `x=y; ${attack.cookie.split(';')[0]}`)
    expect(landed).toHaveProperty('access_token')
    expect(await identities(attack)).toEqual(['email', 'gitlab'])
    await attack.auth.close()
  })

  test('from a page of another origin, which can be given no cookie, ends as before', async () => {
    const elsewhere = await begin({ site_url: 'https://app.example' })
    expect(elsewhere.cookie).toBe('')
    expect(await back(elsewhere.auth, elsewhere.at)).toHaveProperty('access_token')
    await elsewhere.auth.close()
  })
})
