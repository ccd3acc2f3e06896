import { bottomTabs, desktopMenu, drawerGroups, drawerLinks, flatten } from './navigation.ts'

/** Routes a visitor must always be able to reach from the menus (specification, 2.2). */
export const criticalRoutes = ['/', '/products', '/shop', '/collections', '/blog', '/contact'] as const

export interface NavigationReport {
  /** Critical routes that no menu links to. */
  missing: string[]
  /** Routes of the app that no menu links to at all. */
  orphaned: string[]
  /** Routes with a link on one kind of screen only. */
  inconsistent: string[]
}

/** Every critical route must exist, and every route needs a desktop and a mobile link. */
export function validateNavigation(
  routes: readonly string[],
  desktop: readonly string[] = flatten(desktopMenu).map((link) => link.to),
  mobile: readonly string[] = flatten([...drawerLinks, ...drawerGroups, ...bottomTabs]).map((link) => link.to),
): NavigationReport {
  const linked = (route: string) => Number(desktop.includes(route)) + Number(mobile.includes(route))
  return {
    missing: criticalRoutes.filter((route) => !routes.includes(route) || linked(route) === 0),
    orphaned: routes.filter((route) => linked(route) === 0),
    inconsistent: [...new Set([...desktop, ...mobile])].filter((route) => linked(route) === 1),
  }
}
