import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { bottomTabs, categoryTabs, flatten, footerColumns, isCurrent } from '#domain/navigation.ts'
import { places, placesOf } from '#domain/places.ts'
import {
  criticalRoutes,
  desktopLinks,
  mobileLinks,
  unlinkedRoutes,
  validateNavigation,
} from '#domain/validate-navigation.ts'
import { movedTo } from './features/sitemap/redirects.ts'
import routes from './routes.ts'

const addresses = (entries: readonly RouteConfigEntry[], parent = ''): string[] =>
  entries.flatMap(({ path, index, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`
    return [...(path === undefined && !index ? [] : [own || '/']), ...addresses(children ?? [], own)]
  })
const routed = addresses(routes)

/** '/shop/balms' is answered by '/shop/:category'. */
const answers = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/:[a-z]+/gi, '[^/]+').replace('*', '.+')}$`).test(path)

test('every critical route exists and is linked, and every place has a desktop and a mobile link [S2.2.11] [S2.2.12]', () => {
  expect(validateNavigation(Object.keys(places))).toEqual({ missing: [], orphaned: [], inconsistent: [] })
})

test('every route is a place of the inventory, or named among the unlinked ones [S2.1.5]', () => {
  const known = [...Object.keys(places), ...Object.keys(unlinkedRoutes)]
  expect(routed.filter((path) => !known.includes(path) && movedTo(path) === null)).toEqual([])
})

test('every place with a screen has a route of its own', () => {
  // The back office is an app of its own: the server gives its document at every address under /admin.
  const own = [...routed.filter((path) => path !== '/*'), '/admin/login']
  const missing = [...placesOf('screen'), ...placesOf('personal')].filter(
    (place) => !own.some((path) => answers(path, place)),
  )
  expect(missing).toEqual([])
})

test('no menu leads to an address that moved', () => {
  expect([...desktopLinks, ...mobileLinks].filter((path) => movedTo(path) !== null)).toEqual([])
})

test('names what is missing, orphaned and inconsistent [S5.12]', () => {
  expect(validateNavigation(['/', '/products', '/lost'], ['/', '/products'], ['/'])).toEqual({
    missing: ['/shop', '/collections', '/blog', '/contact'],
    orphaned: ['/lost'],
    inconsistent: ['/products'],
  })
  expect(validateNavigation([], ['/'], ['/']).missing).toEqual([...criticalRoutes])
})

test('the category tabs and the bottom bar lead where the specification says [S2.2.8] [S2.2.9]', () => {
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

test('the footer has its three columns, with the pages about us and the way to the back office', () => {
  expect(footerColumns.map((column) => column.label)).toEqual(['Explore', 'Shop', 'Company'])
  const footer = flatten(footerColumns).map((link) => link.to)
  expect(footer).toEqual(
    expect.arrayContaining(['/lifestyle', '/relationships', '/about', '/privacy', '/terms', '/admin/login', '/deals']),
  )
  expect(new Set(footer).size).toBe(footer.length)
})

test('/alldeals counts as active for Deals [S2.2.5]', () => {
  expect(categoryTabs.filter((tab) => isCurrent(tab, '/alldeals')).map((tab) => tab.to)).toEqual(['/all-deals'])
})
