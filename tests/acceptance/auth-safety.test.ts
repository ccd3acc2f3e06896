import { randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { anonClient, serviceClient, target } from '#tests/support/target.ts'
import { listen } from '../support/listen.ts'

/** Accounts under attack, on the target whose addresses are confirmed and whose passwords must be strong. */
const { url, publishableKey } = target('guarded')
const admin = serviceClient('guarded').auth.admin
const strong = () => `Strong-${randomUUID()}1A`
const newEmail = () => `${randomUUID()}@test.example`

async function post(path: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

describe('who has an account', () => {
  test('cannot be told from sign-up, recovery, resend, or a wrong password', async () => {
    const known = newEmail()
    const unconfirmed = newEmail()
    const banned = newEmail()
    await admin.createUser({ email: known, password: strong(), email_confirm: true })
    await admin.createUser({ email: unconfirmed, password: strong() })
    await admin.createUser({ email: banned, password: strong(), email_confirm: true, ban_duration: '24h' })
    const answers = await Promise.all(
      [known, unconfirmed, banned, newEmail()].map(async (email) => [
        await post('/recover', { email }),
        await post('/resend', { type: 'signup', email }),
        await post('/token?grant_type=password', { email, password: 'Wrong-password-1' }),
        await post('/verify', { type: 'recovery', email, token: '000000' }),
      ]),
    )
    for (const answer of answers) expect(answer).toEqual(answers.at(-1))
    const member = newEmail()
    await admin.createUser({ email: member, password: strong(), email_confirm: true })
    const taken = await post('/signup', { email: member, password: strong() })
    const free = await post('/signup', { email: newEmail(), password: strong() })
    expect(taken.status).toBe(free.status)
    expect(Object.keys(taken.body)).toEqual(Object.keys(free.body))
  })
})

describe('passwords', () => {
  test.each([
    ['Short-1', ['length']],
    ['only lower case letters', ['characters']],
    ['short', ['length', 'characters']],
  ])('"%s" is refused with %j', async (password, reasons) => {
    const { error } = await anonClient('guarded').auth.signUp({ email: newEmail(), password })
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons })
  })
})

describe('links', () => {
  async function recoveryLink() {
    const email = newEmail()
    await admin.createUser({ email, password: strong(), email_confirm: true })
    const { data } = await admin.generateLink({ type: 'recovery', email })
    return new URL(data.properties?.action_link ?? '')
  }
  async function follow(link: URL) {
    const response = await fetch(link, { redirect: 'manual' })
    expect(response.status).toBe(303)
    return new URL(response.headers.get('location') ?? '')
  }

  test.each([
    'https://evil.example',
    'https://app.example.evil.example/callback',
    'https://app.example@evil.example/callback',
    'https://app.example\\@evil.example/callback',
    'https://app.example/callback/../../elsewhere',
    '//evil.example',
    'javascript:alert(1)',
    'data:text/html,hello',
    'http://127.0.0.1:3000@evil.example',
  ])('never lead to %s', async (redirectTo) => {
    const link = await recoveryLink()
    link.searchParams.set('redirect_to', redirectTo)
    expect((await follow(link)).origin).toBe('http://127.0.0.1:3000')
  })

  test('work once, and not with another type', async () => {
    const link = await recoveryLink()
    const other = new URL(link)
    other.searchParams.set('type', 'signup')
    expect((await follow(other)).hash).toContain('error_code=otp_expired')
    expect((await follow(link)).hash).toContain('access_token=')
    expect((await follow(link)).hash).toContain('error_code=otp_expired')
  })
})

describe('an identity provider that an admin adds', () => {
  test('is no way to the machine itself, and does not tell what listens there', async () => {
    const arrivals: Socket[] = []
    await using inside = await listen(createServer((socket) => arrivals.push(socket.on('error', () => {}))))
    const answers = await Promise.all(
      ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '127.0.0.1.'].map(async (host, index) => {
        const { error } = await admin.customProviders.createProvider({
          provider_type: 'oidc',
          identifier: `custom:inside-${index}`,
          name: 'Inside',
          client_id: 'us',
          client_secret: 'secret',
          issuer: `https://${host}:${inside.port}`,
        })
        return [error?.status, error?.message]
      }),
    )
    for (const answer of answers) expect(answer).toEqual([400, expect.stringContaining('could not be read')])
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(arrivals).toEqual([])
  })
})

describe('malformed requests', () => {
  test.each([
    ['/signup', '{"email": 7}', 400, 'bad_json'],
    ['/signup', '{', 400, 'bad_json'],
    ['/signup', '[]', 400, 'bad_json'],
    ['/token?grant_type=password', '{"email": {"$ne": ""}, "password": "x"}', 400, 'bad_json'],
    ['/token?grant_type=wrong', '{}', 400, 'invalid_credentials'],
    ['/token', '{}', 400, 'invalid_credentials'],
    ['/verify', '{"type": "signup"}', 400, 'validation_failed'],
    ['/verify', '{"type": "toString", "token": "1", "email": "a@b.c"}', 400, 'validation_failed'],
    ['/recover', '{}', 400, 'validation_failed'],
    ['/resend', '{"type": "x"}', 400, 'validation_failed'],
    ['/otp', '{}', 400, 'validation_failed'],
    ['/signup', '{"email": "a@b.c", "password": "Long-enough-1", "data": {"x": "\\u0000"}}', 400, 'bad_json'],
    ['/signup', '{"email": "a@b.c", "password": "Long-enough-1", "data": {"\\ud800": 1}}', 400, 'bad_json'],
    ['/nothing', '{}', 404, 'not_found'],
  ])('POST %s with %s is refused with a reason', async (path, body, status, code) => {
    const response = await fetch(`${url}/auth/v1${path}`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'x-supabase-api-version': '2024-01-01' },
      body,
    })
    expect([response.status, (await response.json()).code]).toEqual([status, code])
  })

  test('a body over a megabyte is not read to its end', async () => {
    const { status } = await post('/signup', { email: 'a'.repeat(1_100_000) })
    expect(status).toBe(413)
  })

  test.each([
    'a@b.c\u0000',
    "a'@b.c",
    'a@b.c; drop table auth.users',
    `${'a'.repeat(300)}@b.c`,
    'ａ@b.c',
    'a@b..c',
    '@b.c',
  ])('the address %j harms nothing', async (email) => {
    for (const path of ['/signup', '/recover', '/otp', '/token?grant_type=password']) {
      const { status } = await post(path, { email, password: strong() })
      expect(status).toBeLessThan(500)
    }
  })
})
