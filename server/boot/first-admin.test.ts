import { expect, test } from 'vitest'
import { ensureFirstAdmin } from './first-admin.ts'

const admin = { email: 'owner@shop.example', password: 'correct horse 1' }

/** A platform that has one account, at the admin's address, and no admin. */
function platformWith(account: { id: string; app_metadata: object }) {
  const calls: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const call = `${request.method} ${new URL(request.url).pathname}`
    calls.push(call)
    const user = { ...account, email: admin.email, aud: 'authenticated', user_metadata: {}, created_at: '2026-01-01' }
    switch (call) {
      case 'GET /rest/v1/user_roles':
        return Response.json([])
      case 'POST /auth/v1/admin/users':
        return Response.json(
          { code: 'email_exists', message: 'taken' },
          { status: 422, headers: { 'x-supabase-api-version': '2024-01-01' } },
        )
      case 'GET /auth/v1/admin/users':
        return Response.json({ users: [user], aud: 'authenticated' })
      case `PUT /auth/v1/admin/users/${account.id}`:
        return Response.json(user)
      default:
        return new Response(null, { status: 201 })
    }
  }
  const start = (password: string | null = admin.password) =>
    ensureFirstAdmin({
      admin: { ...admin, password },
      supabaseUrl: 'http://shop.test',
      secretKey: 'sb',
      fetch,
      announce: (announced) => calls.push(`announced ${JSON.stringify(announced)}`),
    })
  return { calls, start }
}

const id = '00000000-0000-4000-8000-000000000001'

test("an account that somebody else made at the admin's address is not taken over", async () => {
  const { calls, start } = platformWith({ id, app_metadata: { provider: 'email' } })
  await expect(start()).rejects.toThrow(/Set another ADMIN_EMAIL, or give that account the role/)
  expect(calls.filter((call) => / \/(auth|rest)/.test(call) && !call.startsWith('GET'))).toEqual([
    'POST /auth/v1/admin/users',
  ])
})

test('an account that an interrupted start has made becomes the admin', async () => {
  const { calls, start } = platformWith({ id, app_metadata: { first_admin: true } })
  expect(await start()).toBe(true)
  expect(calls).toContain('POST /rest/v1/user_roles')
})

test('the password is told before the account is made, and never one that was given', async () => {
  const { calls, start } = platformWith({ id, app_metadata: { first_admin: true } })
  await start(null)
  expect(calls[1]).toMatch(/^announced .*"generated":"\S{16}"/)
  expect(calls.indexOf('POST /auth/v1/admin/users')).toBe(2)
  calls.length = 0
  await start()
  expect(calls[1]).toBe('announced {"email":"owner@shop.example","generated":null}')
})
