/**
 * Every place of the site that menus lead to, in one inventory: menus, footer, sitemap and the validator are made of it.
 *
 * - `screen`: has a route of its own and is offered to search engines.
 * - `page`: a row of `pages` shown by its address; listed with the other pages.
 * - `personal`: different for everybody, or not for visitors: never listed.
 */
export const places = {
  '/': 'screen',
  '/products': 'screen',
  '/new': 'screen',
  '/all-deals': 'screen',
  '/deals': 'screen',
  '/amazon-deals': 'screen',
  '/monthly-deals': 'screen',
  '/offers': 'screen',
  '/stores': 'screen',
  '/brands': 'screen',
  '/gifts': 'screen',
  '/fashion': 'screen',
  '/home-decor': 'screen',
  '/beauty': 'screen',
  '/hair': 'screen',
  '/makeup': 'screen',
  '/skincare': 'screen',
  '/bath-body': 'screen',
  '/fragrance': 'screen',
  '/tools': 'screen',
  '/shop': 'screen',
  '/shop/balms': 'screen',
  '/shop/body': 'screen',
  '/shop/fragrance': 'screen',
  '/shop/sets': 'screen',
  '/shop/new-jewelry': 'screen',
  '/collections': 'screen',
  '/wallpapers': 'screen',
  '/quiz/spirit-animal': 'screen',
  '/blog': 'screen',
  '/lifestyle': 'screen',
  '/relationships': 'screen',
  '/fitness': 'screen',
  '/community': 'screen',
  '/contact': 'screen',
  '/about': 'page',
  '/faq': 'page',
  '/privacy': 'page',
  '/terms': 'page',
  '/affiliate-disclosure': 'page',
  '/cart': 'personal',
  '/me': 'personal',
  '/admin/login': 'personal',
} as const satisfies Record<`/${string}`, 'screen' | 'page' | 'personal'>

export type Place = keyof typeof places

const isPlace = (path: string): path is Place => path in places

/** Places of one kind, in the inventory's order. */
export const placesOf = (kind: (typeof places)[Place]): Place[] =>
  Object.keys(places)
    .filter(isPlace)
    .filter((path) => places[path] === kind)
