import { describe, expect, test } from 'vitest'
import type { Table } from '../data/query.ts'
import { withCacheHeaders } from './cache-headers.ts'

const get = new Request('http://shop.example/')
const site = (incomplete = false, tables: Table[] = ['products', 'collections'], freshSeconds = 300) => ({
  incomplete,
  freshSeconds,
  validUntil: Number.POSITIVE_INFINITY,
  tables: new Set(tables),
})
const headersOf = (request: Request, status: number, from = site()) => {
  const { headers } = withCacheHeaders(request, new Response('x', { status }), from)
  return [headers.get('cache-control'), headers.get('cache-tag')]
}

describe('a page', () => {
  test('may be cached, under the tables it read', () => {
    expect(headersOf(get, 200)).toEqual([
      'public, max-age=0, s-maxage=300, stale-while-revalidate=86400',
      'collections, products',
    ])
  })

  test('that shows what is only fresh for a minute is cached for a minute, and never shown older', () => {
    expect(headersOf(get, 200, site(false, ['products'], 60))).toEqual(['public, max-age=0, s-maxage=60', 'products'])
  })

  test('ends with the price that its shop lets us show for the shortest time, also where nothing newer can be made', () => {
    const cacheControl = (seconds: number, freshSeconds = 300) => {
      const from = { ...site(false, ['products'], freshSeconds), validUntil: seconds * 1000 }
      return withCacheHeaders(get, new Response('x'), from, 0).headers.get('cache-control')
    }
    expect(cacheControl(3600)).toBe('public, max-age=0, s-maxage=300, stale-while-revalidate=3300, stale-if-error=3300')
    expect(cacheControl(200_000)).toBe(
      'public, max-age=0, s-maxage=300, stale-while-revalidate=86400, stale-if-error=199700',
    )
    expect(cacheControl(120)).toBe('public, max-age=0, s-maxage=120, stale-if-error=0')
    expect(cacheControl(120, 60)).toBe('public, max-age=0, s-maxage=60, stale-if-error=60')
    expect(cacheControl(0)).toBe('no-store')
  })

  test.each([404, 500, 301, 503])('with status %i is not', (status) => {
    expect(headersOf(get, status)).toEqual(['no-store', null])
  })

  test('that misses a part is not', () => {
    expect(headersOf(get, 200, site(true))).toEqual(['no-store', null])
  })

  test('that misses a part is a 503, so that the last whole one answers instead', () => {
    const page = () => new Response('x', { headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(withCacheHeaders(get, page(), site(true)).status).toBe(503)
    expect(withCacheHeaders(get, page(), site()).status).toBe(200)
    expect(withCacheHeaders(get, new Response('data'), site(true)).status).toBe(200)
  })

  test('that cannot be made for want of its data is a 503, and one that fails for a fault of ours a 500', () => {
    expect(withCacheHeaders(get, new Response('x', { status: 500 }), site(true)).status).toBe(503)
    expect(withCacheHeaders(get, new Response('x', { status: 500 }), site()).status).toBe(500)
  })

  test('that answers a write is not', () => {
    expect(headersOf(new Request(get.url, { method: 'POST' }), 200)).toEqual(['no-store', null])
  })

  test('keeps its own word', () => {
    const own = new Response('x', { headers: { 'cache-control': 'private' } })
    expect(withCacheHeaders(get, own, site()).headers.get('cache-control')).toBe('private')
  })
})
