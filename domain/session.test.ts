import { expect, test } from 'vitest'
import { followSession, type SessionState } from './session.ts'

const user = {
  id: 'u',
  aud: 'authenticated',
  email: 'ada@test.example',
  app_metadata: {},
  user_metadata: {},
  created_at: '',
}
const session = { access_token: 'a', refresh_token: 'r', expires_in: 3600, token_type: 'bearer', user } as const

type Followed = Parameters<typeof followSession>[0]

/** A sign-in whose first look answers when told to. */
function fakeAuth() {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Followed['getSession']>>>()
  let listener: Parameters<Followed['onAuthStateChange']>[0] = () => {}
  let unsubscribed = false
  const auth: Followed = {
    getSession: () => promise,
    onAuthStateChange(callback) {
      listener = callback
      const unsubscribe = () => {
        unsubscribed = true
      }
      return { data: { subscription: { unsubscribe } } }
    },
  }
  return { auth, resolve, reject, event: () => listener('SIGNED_IN', session), gone: () => unsubscribed }
}

const tick = () => new Promise((resolve) => setImmediate(resolve))

test('loading is true at first, and false when the first look has finished [S4.10] [B4.8]', async () => {
  const { auth, resolve } = fakeAuth()
  const states: SessionState[] = []
  followSession(auth, (state) => states.push(state))
  expect(states).toEqual([{ session: null, user: null, loading: true }])
  resolve({ data: { session: null } })
  await tick()
  expect(states.at(-1)).toEqual({ session: null, user: null, loading: false })
})

test('any event of sign-in ends the loading too, and outranks a look that began before it [S4.11] [B4.8]', async () => {
  const { auth, resolve, event } = fakeAuth()
  const states: SessionState[] = []
  followSession(auth, (state) => states.push(state))
  event()
  expect(states.at(-1)).toEqual({ session, user, loading: false })
  resolve({ data: { session: null } })
  await tick()
  expect(states.at(-1)?.user?.email).toBe('ada@test.example')
})

test('a look that fails means nobody is signed in', async () => {
  const { auth, reject } = fakeAuth()
  const states: SessionState[] = []
  followSession(auth, (state) => states.push(state))
  reject(new Error('storage is blocked'))
  await tick()
  expect(states.at(-1)).toEqual({ session: null, user: null, loading: false })
})

test('after its end nothing is told', () => {
  const { auth, event, gone } = fakeAuth()
  const states: SessionState[] = []
  followSession(auth, (state) => states.push(state))()
  event()
  expect(states).toHaveLength(1)
  expect(gone()).toBe(true)
})
