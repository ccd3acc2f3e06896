import { expect, test } from 'vitest'
import { matchRoute, type Route } from './router.ts'

const route = (method: string, path: string): Route<string> => ({ method, path, operation: path, handler: path })
const routes = [
  route('GET', '/bucket'),
  route('GET', '/bucket/:bucket'),
  route('GET', '/object/public/:bucket/*key'),
  route('GET', '/object/:bucket/*key'),
  route('POST', '/object/:bucket/*key'),
]
const found = (method: string, path: string) => {
  const match = matchRoute(routes, method, path)
  return match && [match.route.path, match.params]
}

test('takes the first route that fits and decodes its segments', () => {
  expect(found('GET', '/bucket')).toEqual(['/bucket', {}])
  expect(found('GET', '/bucket/my%20shelf')).toEqual(['/bucket/:bucket', { bucket: 'my shelf' }])
  expect(found('GET', '/object/public/b/a/c%2Bd.png')).toEqual([
    '/object/public/:bucket/*key',
    { bucket: 'b', key: 'a/c+d.png' },
  ])
  expect(found('POST', '/object/b/x')).toEqual(['/object/:bucket/*key', { bucket: 'b', key: 'x' }])
})

test('fits nothing to other methods, missing parts and broken escapes', () => {
  expect(found('PATCH', '/bucket')).toBeNull()
  expect(found('GET', '/object/b')).toBeNull()
  expect(found('GET', '/object/b/')).toBeNull()
  expect(found('GET', '/object/b/%E0%A4%A')).toBeNull()
  expect(found('GET', '/bucket/a/b')).toBeNull()
})
