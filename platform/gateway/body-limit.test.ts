import { beforeAll, describe, expect, test } from 'vitest'
import { createMemoryBudget } from '../kernel/memory-budget.ts'
import { createTokens, legacyKey, type Tokens } from '../tokens.ts'
import { admitBody } from './body-limit.ts'
import type { Family } from './families.ts'

const JWT_SECRET = 'a-secret-for-tests-with-at-least-32-characters'
const MEGABYTE = 1024 * 1024
const CALL_BYTES = 10_000
const RULE = {
  anonymousBytes: MEGABYTE,
  anonymousCallBytes: CALL_BYTES,
  budget: createMemoryBudget({ totalBytes: 3 * MEGABYTE }),
}

let tokens: Tokens
let authorizations: Record<string, string | null>
beforeAll(async () => {
  tokens = await createTokens({ jwtSecret: JWT_SECRET, signingKeys: [] })
  authorizations = {
    'no token': null,
    'the key of every page': `Bearer ${tokens.forRole('anon')}`,
    'the legacy key of every page': `Bearer ${await legacyKey('anon', JWT_SECRET)}`,
    nonsense: 'Bearer nonsense',
    'the service': `Bearer ${tokens.forRole('service_role')}`,
  }
})

interface Sent {
  bytes: number
  caller: string
  announced?: boolean
  family?: Family
  path?: string
}

/** The status that a service's response would have to give way to, or 200. */
async function send({ bytes, caller, announced = false, family = 'rest', path = '/books' }: Sent) {
  const headers: Record<string, string> = announced ? { 'content-length': String(bytes) } : {}
  const init = {
    method: 'POST',
    body: new Blob([new Uint8Array(bytes)]).stream(),
    duplex: 'half',
    headers,
  }
  const request = new Request(`http://platform.test${path}`, init)
  const admitted = admitBody({ family, request, authorization: authorizations[caller] ?? null }, RULE)
  if (admitted instanceof Response) return { refusal: admitted, readBytes: null, release() {} }
  const read = await new Response(admitted.body).arrayBuffer().catch(() => null)
  return { refusal: admitted.refusal(), readBytes: read?.byteLength ?? null, release: admitted.release }
}

describe.each([true, false])('a body that announces its length: %s', (announced) => {
  test.each([
    'no token',
    'the key of every page',
    'the legacy key of every page',
    'nonsense',
  ])('of %s may have 1 MB', async (caller) => {
    const fits = await send({ bytes: MEGABYTE, caller, announced })
    expect([fits.refusal, fits.readBytes]).toEqual([null, MEGABYTE])
    fits.release()
    const { refusal } = await send({ bytes: MEGABYTE + 1, caller, announced })
    expect(refusal?.status).toBe(413)
    expect(await refusal?.json()).toMatchObject({ code: '413', hint: expect.stringContaining('Sign in') })
  })

  test('of a call of a function may have less, on the shared port and on the service port', async () => {
    for (const path of ['/rest/v1/rpc/search', '/rpc/search']) {
      const { refusal } = await send({ bytes: CALL_BYTES + 1, caller: 'no token', announced, path })
      expect(refusal?.status).toBe(413)
      expect((await send({ bytes: CALL_BYTES, caller: 'no token', announced, path })).refusal).toBeNull()
    }
    expect((await send({ bytes: CALL_BYTES + 1, caller: 'no token', announced, path: '/a/rpc/b' })).refusal).toBeNull()
  })

  test('of a caller that is somebody may have more', async () => {
    const sent = await send({ bytes: 2 * MEGABYTE, caller: 'the service', announced, path: '/rest/v1/rpc/search' })
    expect([sent.refusal, sent.readBytes]).toEqual([null, 2 * MEGABYTE])
    sent.release()
  })
})

test('a refused length is refused before a byte is read', async () => {
  const { readBytes } = await send({ bytes: 2 * MEGABYTE, caller: 'no token', announced: true })
  expect(readBytes).toBeNull()
})

test('files have the limits of their buckets instead', async () => {
  const sent = await send({ bytes: 2 * MEGABYTE, caller: 'no token', family: 'storage' })
  expect([sent.refusal, sent.readBytes]).toEqual([null, 2 * MEGABYTE])
})

test('what finds no room beside the bodies that are held is asked to come back, and does once they are gone', async () => {
  const first = await send({ bytes: 2 * MEGABYTE, caller: 'the service' })
  const second = await send({ bytes: 2 * MEGABYTE, caller: 'the service' })
  expect(second.refusal?.status).toBe(503)
  second.release()
  // Small ones are not counted: a visitor's form goes through all the while.
  expect((await send({ bytes: 1000, caller: 'no token', announced: true })).refusal).toBeNull()
  first.release()
  expect((await send({ bytes: 2 * MEGABYTE, caller: 'the service' })).refusal).toBeNull()
})
