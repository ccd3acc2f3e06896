import { expect, test } from 'vitest'
import { bottomTabs, categoryTabs, desktopMenu, flatten, footerColumns, isCurrent } from './navigation.ts'
import { criticalRoutes, validateNavigation } from './validate-navigation.ts'

const everyLink = flatten([...desktopMenu, ...bottomTabs]).map((link) => link.to)

test('every critical route is reachable, and every route has a desktop and a mobile link', () => {
  const report = validateNavigation([...new Set([...criticalRoutes, ...everyLink])])
  expect(report).toEqual({ missing: [], orphaned: [], inconsistent: [] })
})

test('names what is missing, orphaned and inconsistent', () => {
  expect(validateNavigation(['/', '/products', '/lost'], ['/', '/products'], ['/'])).toEqual({
    missing: ['/shop', '/collections', '/blog', '/contact'],
    orphaned: ['/lost'],
    inconsistent: ['/products'],
  })
})

test('the category tabs and the footer lead where the specification says', () => {
  expect(categoryTabs.map((tab) => tab.to)).toEqual([
    '/all-deals',
    '/new',
    '/brands',
    '/makeup',
    '/skincare',
    '/hair',
    '/fragrance',
    '/bath-body',
    '/tools',
  ])
  const footer = flatten(footerColumns).map((link) => link.to)
  expect(footer).toEqual(
    expect.arrayContaining(['/lifestyle', '/relationships', '/about', '/privacy', '/terms', '/admin/login', '/deals']),
  )
  expect(bottomTabs.map((tab) => `${tab.label} ${tab.to}`)).toEqual([
    'Home /',
    'Products /products',
    'Shop /shop',
    'Deals /all-deals',
    'Collections /collections',
    'Blog /blog',
    'More /contact',
  ])
})

test('/alldeals counts as active for Deals', () => {
  expect(categoryTabs.filter((tab) => isCurrent(tab, '/alldeals')).map((tab) => tab.to)).toEqual(['/all-deals'])
})
