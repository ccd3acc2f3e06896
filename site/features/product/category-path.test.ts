import { expect, test } from 'vitest'
import { categoryCrumb } from './category-path.ts'

test.each([
  ['Skincare', { label: 'Skincare', path: '/skincare' }],
  ['Fashion', { label: 'Fashion', path: '/fashion' }],
  ['Home & Decor', { label: 'Home & Decor', path: '/home-decor' }],
  // No page of its own: the whole list, as a filtered one is kept out of search engines.
  ['Wellness', { label: 'Products', path: '/products' }],
])('the step above a product of %s is a page that search engines may list', (category, crumb) => {
  expect(categoryCrumb(category)).toEqual(crumb)
})
