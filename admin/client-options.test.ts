import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLIENT_OPTIONS } from './client-options.ts'

const KEY = 'session'
const user = { id: 'u', aud: 'authenticated', email: 'ada@test.example', app_metadata: {}, user_metadata: {} }
const session = (expires_in: number) => ({
  access_token: 'access',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in,
  expires_at: Math.floor(Date.now() / 1000) + expires_in,
  user,
})

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** The office's client over a session that ends in so many seconds; its server answers in turn, the last one for good. */
function officeClient(expiresInSeconds: number, responses: readonly [status: number, body: object][]) {
  const stored = new Map([[KEY, JSON.stringify(session(expiresInSeconds))]])
  const asked: { path: string; afterMs: number }[] = []
  const began = Date.now()
  const client = createClient('https://shop.example', 'publishable', {
    ...CLIENT_OPTIONS,
    auth: {
      ...CLIENT_OPTIONS.auth,
      storageKey: KEY,
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    },
    global: {
      fetch: async (input) => {
        const [status, body] = responses[Math.min(asked.length, responses.length - 1)] ?? [500, {}]
        asked.push({ path: new URL(String(input)).pathname, afterMs: Date.now() - began })
        return Response.json(body, { status })
      },
    },
  })
  const events: string[] = []
  client.auth.onAuthStateChange((event) => events.push(event))
  return { client, stored, asked, events }
}

/** What it is asked, and what it waits for. */
async function settled<Result>(work: Promise<Result>): Promise<Result> {
  await vi.advanceTimersByTimeAsync(20_000)
  return await work
}

test('a session is refreshed within 90 seconds of its end, and not before [B4.10] [B9.18]', async () => {
  const late = officeClient(85, [[200, session(3600)]])
  const { data } = await settled(late.client.auth.getSession())
  expect(data.session?.expires_in).toBe(3600)
  const early = officeClient(600, [[200, session(3600)]])
  await settled(early.client.auth.getSession())
  expect(early.asked).toEqual([])
  // The tick of 30 seconds finds it once its last 90 have begun.
  await vi.advanceTimersByTimeAsync(520_000)
  expect(early.asked.map(({ path }) => path)).toContain('/auth/v1/token')
  await late.client.auth.stopAutoRefresh()
  await early.client.auth.stopAutoRefresh()
})

test.each([
  502, 503, 504,
])('a refresh that a gateway answers with %i is tried again after 200 ms, then twice that [B8.5] [B9.18]', async (status) => {
  const { client, asked, stored } = officeClient(10, [
    [status, {}],
    [status, {}],
    [200, session(3600)],
  ])
  const { data } = await settled(client.auth.getSession())
  expect(data.session?.expires_in).toBe(3600)
  const [first = 0, second = 0, third = 0] = asked.map(({ afterMs }) => afterMs)
  expect([second - first, third - second]).toEqual([200, 400])
  expect(stored.has(KEY)).toBe(true)
  await client.auth.stopAutoRefresh()
})

test('a refresh that is refused for good removes the session [B8.5]', async () => {
  const { client, stored, events } = officeClient(-10, [[400, { code: 'refresh_token_not_found', message: 'gone' }]])
  const { data } = await settled(client.auth.getSession())
  expect(data.session).toBeNull()
  expect(stored.has(KEY)).toBe(false)
  expect(events).toContain('SIGNED_OUT')
  await client.auth.stopAutoRefresh()
})

test.each([
  401, 403, 404,
])('signing out of a session that the server knows no more (%i) still clears it [B8.6]', async (status) => {
  const { client, stored, asked } = officeClient(3600, [[status, { code: 'session_not_found', message: 'gone' }]])
  const { error } = await settled(client.auth.signOut())
  expect(asked.map(({ path }) => path)).toEqual(['/auth/v1/logout'])
  expect(error).toBeNull()
  expect(stored.has(KEY)).toBe(false)
  await client.auth.stopAutoRefresh()
})

test('a sign-in that is answered without a token is a failure with words [B8.1]', async () => {
  const { client } = officeClient(3600, [[200, {}]])
  const { data, error } = await settled(
    client.auth.signInWithPassword({ email: 'ada@test.example', password: 'a password 1' }),
  )
  expect(error?.message).toBe('Auth session or user missing')
  expect(data.session).toBeNull()
  await client.auth.stopAutoRefresh()
})

test('live updates wait 10 seconds, beat every 30, and come back after 1, 2, 5, then 10 [B9.23]', () => {
  const { client } = officeClient(3600, [])
  const { timeout, heartbeatIntervalMs, reconnectAfterMs } = client.realtime
  expect([timeout, heartbeatIntervalMs]).toEqual([10_000, 30_000])
  expect([1, 2, 3, 4, 5].map((tries) => reconnectAfterMs(tries))).toEqual([1000, 2000, 5000, 10_000, 10_000])
})
