import {
  bottomTabs,
  cart,
  categoryTabs,
  desktopMenu,
  drawerGroups,
  drawerLinks,
  flatten,
  footerColumns,
  stripGroups,
} from './navigation.ts'

/** Routes a visitor must always be able to reach from the menus (specification, 2.2). */
export const criticalRoutes = ['/', '/products', '/shop', '/collections', '/blog', '/contact'] as const

/** Public addresses that no menu leads to, each with the way there. */
export const unlinkedRoutes: Readonly<Record<string, string>> = {
  '/search': 'the search overlay and its suggestions',
  '/newsletter': 'the newsletter card’s form, where scripts do not run',
  '/newsletter/confirm': 'the link in the confirmation mail',
  '/newsletter/unsubscribe': 'the link at the foot of every newsletter email',
  '/glow-up-plan': 'the email after the confirmation, and its page',
  '/glow-up-plan/card': 'the plan and its email',
  '/reset-password': 'the link in the password mail',
  '/blog/:slug': 'the journal and every list of articles',
  '/authors/editors': 'the byline of every article that editors signed',
  '/p/:slug': 'every product card',
  '/compare': 'every product card that is ticked, and every product’s page',
  '/p/:slug/alert': 'the product’s page, where its merchant allows alerts',
  '/alerts': 'the foot of every alert’s mail',
  '/alerts/confirm': 'the link in the confirmation mail of an alert',
  '/brands/:slug': 'the list of the brands and the products’ pages',
  '/stores/:slug': 'the list of the stores and the products’ pages',
  '/categories': 'the breadcrumbs of the categories’ pages',
  '/categories/:slug': 'the breadcrumbs of the products’ pages',
  '/shop/:category': 'the tiles of the shop and of the collections',
  '/quiz/spirit-animal/:animal': 'the quiz’s last step, and links that were shared',
  '/*': 'published pages by their address; /about and its like',
  '/robots.txt': 'machines',
  '/sitemap.xml': 'machines',
  '/sitemaps/:shard': 'machines',
  '/rss.xml': 'feed readers, named in every page’s head',
}

export interface NavigationReport {
  /** Critical routes that do not exist or that no menu links to. */
  missing: string[]
  /** Routes of the app that no menu links to at all. */
  orphaned: string[]
  /** Routes with a link on one kind of screen only. */
  inconsistent: string[]
}

const paths = (...entries: Parameters<typeof flatten>[0][]): string[] =>
  entries.flatMap((list) => flatten(list).map((link) => link.to))

/** Both kinds of screen show the header's cart, the category tabs and the footer. */
const everywhere = paths([cart], categoryTabs, footerColumns)
export const desktopLinks: readonly string[] = [...new Set([...paths(desktopMenu), ...everywhere])]
export const mobileLinks: readonly string[] = [
  ...new Set([...paths(drawerLinks, drawerGroups, stripGroups, bottomTabs), ...everywhere]),
]

/** Every critical route must exist and be linked, and every route needs a desktop and a mobile link. */
export function validateNavigation(
  routes: readonly string[],
  desktop: readonly string[] = desktopLinks,
  mobile: readonly string[] = mobileLinks,
): NavigationReport {
  const linked = (route: string) => Number(desktop.includes(route)) + Number(mobile.includes(route))
  return {
    missing: criticalRoutes.filter((route) => !routes.includes(route) || linked(route) === 0),
    orphaned: routes.filter((route) => linked(route) === 0),
    inconsistent: [...new Set([...desktop, ...mobile])].filter((route) => linked(route) === 1),
  }
}
