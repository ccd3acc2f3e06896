import { expect, test } from 'vitest'
import { anonClient, serviceClient, target } from '#tests/support/target.ts'

test('a request without an api key is refused with the hosted text', async () => {
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

test('a function is called as a visitor and as the service', async () => {
  for (const client of [anonClient(), serviceClient()]) {
    const { data, error } = await client.functions.invoke('open', { method: 'GET' })
    expect(error).toBeNull()
    expect(data).toBeTruthy()
  }
})
