import { expect, test } from 'vitest'
import { firstRequests } from './first-requests.ts'
import { sessionKey, storedToken } from './session-key.ts'

const asked = (path: string) => firstRequests(new URL(path, 'https://shop.example'))

test('every screen begins with the role, and a sign-in with nothing', () => {
  expect(asked('/admin/settings')).toEqual([{ name: 'my_staff_role', args: {} }])
  expect(asked('/admin/login')).toEqual([])
})

test('the list of products is asked for as its address describes it', () => {
  const [, page, count] = asked('/admin/products?q=serum&category=Makeup&price_from=20&sort=price-asc&at=7~12.5&edit=3')
  const filters = { category: 'Makeup', price_from: '20', search: 'serum' }
  expect(page).toEqual({
    name: 'staff_products',
    args: { filters, sort: 'price-asc', page_size: 100, after_value: '12.5', after_id: 7 },
    select: expect.stringMatching(/^id,product_name,/),
  })
  expect(count).toEqual({ name: 'count_staff_products', args: { filters, cap: 10_000 } })
})

test('a stored session is used while it lasts, and nothing else', () => {
  const now = Date.parse('2026-11-23T05:00:00Z')
  const session = (seconds: number) => JSON.stringify({ access_token: 'abc', expires_at: now / 1000 + seconds })
  expect(storedToken(session(91), now)).toBe('abc')
  for (const stored of [null, '', 'null', '{}', '{"expires_at":1e12}', session(90)])
    expect(storedToken(stored, now)).toBeNull()
  expect(sessionKey('shop.example')).toBe('sb-shop-auth-token')
})
