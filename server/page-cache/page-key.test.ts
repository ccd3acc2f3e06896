import { expect, test } from 'vitest'
import { pageKey } from './page-key.ts'

test.each([
  '/products?category=Beauty&color=Red&merchant=Maison+Calla&size=XS',
  '/products?fallen=1&max=50&min=25&page=2&sort=price-asc&stock=1',
  '/compare?items=12%2C7',
  '/search?exact=1&q=serum&type=articles',
])('keeps %s, whatever the order of its parameters', (address) => {
  const [path = '', query = ''] = address.split('?')
  expect(pageKey(address)).toBe(address)
  expect(pageKey(`${path}?utm_source=letter&${query.split('&').toReversed().join('&')}`)).toBe(address)
})

test.each([
  '/products?unknown=1',
  '/products?after=12~3',
  `/products?q=${'x'.repeat(600)}`,
])('does not keep %s', (address) => {
  expect(pageKey(address)).toBeNull()
})
