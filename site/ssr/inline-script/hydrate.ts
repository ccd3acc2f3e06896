import type { PageState } from '../document/page-state.ts'
import { addLink } from './add-link.ts'
import { isShown } from './load-history-moves.ts'
import { turboStream } from './turbo-stream.ts'

declare global {
  interface Window {
    __reactRouterContext?: unknown
    __reactRouterRouteModules?: Record<string, object>
  }
}

/** Of what a route's script exports, what is asked here. */
interface RouteModule {
  handle?: { parts?(data: unknown): unknown }
}

/** Sets up what React Router's own `<Scripts>` would have written as inline programs, then imports its entry. */
export async function hydrate(page: PageState): Promise<void> {
  for (const href of page.preload) void addLink({ rel: 'modulepreload', href })
  // The page carries only its own rules; the next one, and what opens on this, needs the others.
  const styled = page.sheet ? addLink({ rel: 'stylesheet', href: page.sheet }) : null
  if (page.refresh) await load(page.refresh)
  const [routes] = await Promise.all([routeModules(page.modules), load(page.manifest), styled])
  const text = typeof page.data === 'string' ? page.data : turboStream(page.data)
  if (typeof page.data !== 'string') await pageParts(routes, page.data.loaderData)
  // Left for another entry of the history meanwhile: its page is on the way.
  if (!isShown()) return
  window.__reactRouterContext = { ...page.context, stream: new Blob([text]).stream() }
  window.__reactRouterRouteModules = routes
  await load(page.entry)
}

/** A route module may be split into several chunks. */
async function routeModules(modules: PageState['modules']): Promise<Record<string, RouteModule>> {
  const loaded = Object.entries(modules).map(async ([id, hrefs]) => [
    id,
    Object.assign({}, ...(await Promise.all(hrefs.map(load)))),
  ])
  return Object.fromEntries(await Promise.all(loaded))
}

/** What the shown routes bring for their data alone (ssr/page-part.tsx). A page hydrates without what cannot be had. */
const pageParts = (routes: Record<string, RouteModule>, data: Record<string, unknown> = {}) =>
  Promise.allSettled(Object.entries(routes).map(([id, { handle }]) => handle?.parts?.(data[id])))

const load = (href: string): Promise<object> => import(/* @vite-ignore */ href)
