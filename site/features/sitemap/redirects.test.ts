import { expect, test } from 'vitest'
import { movedTo } from './redirects.ts'

test.each([
  ['/alldeals', '/all-deals'],
  ['/about-us', '/about'],
  ['/contact-us/', '/contact'],
  ['/authors', '/authors/editors'],
  ['/Authors/', '/authors/editors'],
  ['/collections/balms', '/shop/balms'],
  ['/products/', '/products'],
  ['/PRODUCTS', '/products'],
  ['/brands/VELLOA', '/brands/velloa'],
  ['/Categories/Caf%C3%89/', '/categories/caf%C3%89'],
  ['/BLOG/A-Post', '/blog/A-Post'],
  ['/AllDeals', '/all-deals'],
  ['//evil.example', '/'],
  ['//evil.example/', '/'],
])('%s moved to %s [S2.1.6]', (from, to) => {
  expect(movedTo(from)).toBe(to)
})

test.each([
  '/',
  '/products',
  '/collections',
  '/collections/a/b',
  '/blog/alldeals',
  '/blog/A-Post',
  '/Our-Page',
  '/p/Ä-1',
])('%s stays', (path) => {
  expect(movedTo(path)).toBeNull()
})

test('never leads to another host, nor to itself', () => {
  for (const path of ['/', '//', '///', '//x', '/collections//', '/collections/..', '/a//']) {
    const target = movedTo(path)
    if (target === null) continue
    expect(target).toMatch(/^\/(?!\/)/)
    expect(movedTo(target)).not.toBe(path)
  }
})
