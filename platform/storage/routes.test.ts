import { expect, test } from 'vitest'
import { routeStorage } from './routes.ts'

const noResumables = { handle: async () => new Response('tus'), handleSigned: async () => new Response('signed tus') }
const router = routeStorage(noResumables)
router.notFound(() => new Response(null, { status: 404 }))
router.onError((error) => new Response(error.message, { status: 500 }))

const statusOf = async (method: string, path: string) => (await router.request(path, { method })).status

test('finds a route by method and path', async () => {
  expect(await statusOf('GET', '/status')).toBe(200)
  expect(await (await router.request('/upload/resumable', { method: 'POST' })).text()).toBe('tus')
  expect(await (await router.request('/upload/resumable/sign', { method: 'POST' })).text()).toBe('signed tus')
  expect(await (await router.request('/upload/resumable/sign/x', { method: 'PATCH' })).text()).toBe('signed tus')
})

test('knows no other methods than those of its table, HEAD among them', async () => {
  expect(await statusOf('HEAD', '/upload/resumable/x')).toBe(200)
  expect(await statusOf('GET', '/upload/resumable/x')).toBe(404)
  expect(await statusOf('HEAD', '/status')).toBe(404)
  expect(await statusOf('HEAD', '/bucket')).toBe(404)
  expect(await statusOf('PATCH', '/bucket')).toBe(404)
})

test('finds nothing where a part is missing, too much is there, or an escape is broken', async () => {
  expect(await statusOf('GET', '/object/b')).toBe(404)
  expect(await statusOf('GET', '/object/b/')).toBe(404)
  expect(await statusOf('GET', '/object/b/%E0%A4%A')).toBe(404)
  expect(await statusOf('GET', '/bucket/a/b')).toBe(404)
})
