import { expect, test } from 'vitest'
import { categoryCrumb, pageWritten } from './category-path.ts'

test.each([
  ['Skincare', 'skincare', { label: 'Skincare', path: '/skincare' }],
  ['Home & Decor', 'home-and-decor', { label: 'Home & Decor', path: '/home-decor' }],
  ['Wellness', 'wellness', { label: 'Wellness', path: '/categories/wellness' }],
  // Its address is not known: the whole list, as a filtered one is kept out of search engines.
  ['Wellness', undefined, { label: 'Products', path: '/products' }],
])('the step above a product of %s (%s) is a page that search engines may list', (category, slug, crumb) => {
  expect(categoryCrumb(category, slug)).toEqual(crumb)
})

test.each([
  ['home-decor', '/home-decor'],
  ['makeup', '/makeup'],
  ['wellness', undefined],
])('a category called %s by its own page leads to %s', (slug, path) => {
  expect(pageWritten(slug)).toBe(path)
})
