import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { anonClient, serviceClient, target } from '#tests/support/target.ts'

test('a request without an api key is refused with the hosted text [B7.7]', async () => {
  const reply = await fetch(`${target().url}/rest/v1/products`)
  expect(reply.status).toBe(401)
  expect(await reply.json()).toMatchObject({ message: 'No API key found in request' })
})

test('a page of another origin may read the refusal', async () => {
  const reply = await fetch(`${target().url}/auth/v1/settings`, { headers: { Origin: 'https://elsewhere.example' } })
  expect(reply.status).toBe(401)
  expect(reply.headers.get('access-control-allow-origin')).toBe('*')
})

test('a preflight allows exactly the headers that are asked for', async () => {
  const reply = await fetch(`${target().url}/storage/v1/object/x/y`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization,x-upsert,tus-resumable',
    },
  })
  expect(reply.ok).toBe(true)
  expect(reply.headers.get('access-control-allow-headers')).toBe('authorization,x-upsert,tus-resumable')
})

test('a function is called as a visitor and as the service [B7.4]', async () => {
  for (const client of [anonClient(), serviceClient()]) {
    const { data, error } = await client.functions.invoke('open', { method: 'GET' })
    expect(error).toBeNull()
    expect(data).toBeTruthy()
  }
})

test('paths that no family owns, and families that have nothing there, answer 404 in JSON', async () => {
  const { url, publishableKey } = target()
  for (const path of ['/graphql/v1', '/pg/tables', '/auth/v2/token', '/auth/v1/nothing', '/storage/v1/nothing']) {
    const reply = await fetch(url + path, { headers: { apikey: publishableKey } })
    expect(reply.status, path).toBe(404)
    expect(reply.headers.get('content-type'), path).toContain('application/json')
  }
})

test('a key in the query is as good as one in the header', async () => {
  const { url, publishableKey } = target()
  expect((await fetch(`${url}/auth/v1/settings?apikey=${publishableKey}`)).status).toBe(200)
})

test('every answer names its request, by the id that was given when there was one', async () => {
  const { url } = target()
  const given = await fetch(`${url}/rest/v1/products`, { headers: { 'x-request-id': 'mine-1' } })
  expect(given.headers.get('sb-request-id')).toBe('mine-1')
  const own = await fetch(`${url}/rest/v1/products`)
  expect(own.headers.get('sb-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

describe('a websocket', () => {
  const address = (key: string) => `${target().url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`
  const refusal = async (url: string, headers: Record<string, string> = {}) => {
    const [error] = await once(new WebSocket(url, { headers }), 'error')
    return String(error)
  }

  test('opens with a project key in its query [B7.5]', async () => {
    const { publishableKey, anonKey, secretKey } = target()
    for (const key of [publishableKey, anonKey ?? publishableKey, secretKey]) {
      const socket = new WebSocket(address(key))
      await once(socket, 'open')
      socket.close()
    }
  })

  test('is refused without a key, with a wrong one, and with the secret one from a browser', async () => {
    expect(await refusal(address(''))).toContain('401')
    expect(await refusal(address('sb_publishable_wrong'))).toContain('401')
    const browser = { origin: 'https://evil.example', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
    expect(await refusal(address(target().secretKey), browser)).toContain('401')
  })

  test('is refused where no family takes one', async () => {
    const { url, publishableKey } = target()
    const rest = `${url.replace('http', 'ws')}/rest/v1/products?apikey=${publishableKey}`
    expect(await refusal(rest)).toContain('404')
  })
})
