import { FunctionRegion, FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type * as platform from '#platform/testing'
import { anonClient, serviceClient, signedInClient, target } from '#tests/support/target.ts'
import type * as author from '../../supabase/functions/_shared/context.ts'

// The functions of tests/fakes/functions, called as a browser or a server would call them.

test('what the platform gives a function is what its authors are promised', () => {
  expectTypeOf<platform.FunctionContext>().toExtend<author.FunctionContext>()
  expectTypeOf<author.FunctionHandler>().toExtend<platform.FunctionHandler>()
})

describe('a call', () => {
  test.each([
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
  ] as const)('arrives by %s with its path and query', async (method) => {
    const { data, error } = await anonClient().functions.invoke('mirror/a%20b?x=1&y=2', { method })
    expect(error).toBeNull()
    expect(data).toMatchObject({ method, path: '/mirror/a%20b', query: '?x=1&y=2', role: 'anon' })
  })

  test.each([
    ['an object', { a: 1 }, 'application/json', '{"a":1}'],
    ['text', 'grüß dich', 'text/plain', 'grüß dich'],
    ['a blob', new Blob(['abc'], { type: 'text/csv' }), 'text/csv', 'abc'],
    ['bytes', new TextEncoder().encode('abc').buffer, 'application/octet-stream', 'abc'],
  ])('carries %s', async (_kind, body, contentType, text) => {
    const { data } = await anonClient().functions.invoke('mirror', { body })
    expect(data.contentType).toContain(contentType)
    expect(data.body).toBe(text)
  })

  test('carries a form', async () => {
    const form = new FormData()
    form.set('name', 'Ada')
    form.set('file', new File(['bytes'], 'a.txt', { type: 'text/plain' }))
    const { data } = await anonClient().functions.invoke('mirror', { body: form })
    expect(data.contentType).toMatch(/^multipart\/form-data; boundary=/)
    expect(data.body).toContain('name="file"; filename="a.txt"')
  })

  test('may name a region, which changes nothing', async () => {
    const { data } = await anonClient().functions.invoke('mirror', { region: FunctionRegion.EuWest1, body: 'x' })
    expect(data).toMatchObject({ path: '/mirror', body: 'x' })
  })

  test('streams', async () => {
    const { data } = await anonClient().functions.invoke('slow-stream', { body: 'hello' })
    expect(data).toBeInstanceOf(Response)
    expect(await data.text()).toBe('HELLO')
  })

  test('may be given up by the client', async () => {
    const { error } = await anonClient().functions.invoke('never', { body: 'x', timeout: 200 })
    expect(String(error)).toMatch(/FunctionsFetchError/)
  })
})

describe('the caller', () => {
  test('is a visitor, an account or the service, and the function acts as it', async () => {
    const { client } = await signedInClient()
    for (const [caller, role] of [
      [anonClient(), 'anon'],
      [client, 'authenticated'],
      [serviceClient(), 'service_role'],
    ] as const) {
      const { data, error } = await caller.functions.invoke('as-caller', { body: 'x' })
      expect(error).toBeNull()
      expect(data).toMatchObject({ sql: 'service_role', service: { role: 'service_role' }, caller: { role } })
    }
  })

  test('with a forged token is refused before the function runs', async () => {
    const forged =
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIiwiZXhwIjo0MTAyNDQ0ODAwfQ.RqTIjBkUxxpqkv3gXPnK3xNTSXb_XAc5hXzJc2mAv3o'
    const { error, response } = await anonClient().functions.invoke('mirror', {
      headers: { Authorization: `Bearer ${forged}` },
    })
    expect(error).toBeInstanceOf(FunctionsRelayError)
    expect(response?.status).toBe(401)
    expect(await response?.json()).toMatchObject({ msg: 'Invalid JWT' })
  })

  test('needs no token for OPTIONS and where verify_jwt is off', async () => {
    const options = await fetch(`${target().url}/functions/v1/mirror`, { method: 'OPTIONS' })
    expect(await options.json()).toMatchObject({ method: 'OPTIONS' })
    const open = await fetch(`${target().url}/functions/v1/open`)
    expect(await open.json()).toEqual({ caller: null })
    const closed = await fetch(`${target().url}/functions/v1/mirror`)
    expect(closed.status).toBe(401)
  })
})

describe('a failure', () => {
  test.each([
    ['missing', 404, 'NOT_FOUND', FunctionsHttpError],
    ['_shared', 404, 'NOT_FOUND', FunctionsHttpError],
    ['crash', 500, 'WORKER_ERROR', FunctionsHttpError],
    ['not-a-response', 500, 'WORKER_ERROR', FunctionsHttpError],
    ['broken', 503, 'BOOT_ERROR', FunctionsRelayError],
  ])('of %s is %i %s', async (name, status, code, kind) => {
    const { error, response } = await anonClient().functions.invoke(name, { body: 'x' })
    expect(error).toBeInstanceOf(kind)
    expect(response?.status).toBe(status)
    const body = await response?.text()
    expect(JSON.parse(body ?? '')).toMatchObject({ code })
    expect(body).not.toMatch(/secret detail|index\.ts|node_modules/)
  })

  test('can be read by a page of another origin', async () => {
    const reply = await fetch(`${target().url}/functions/v1/crash`, {
      method: 'POST',
      headers: { apikey: target().publishableKey, Origin: 'https://elsewhere.example' },
    })
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  })
})
