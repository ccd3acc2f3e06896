import type { EntryContext } from 'react-router'

/** What the boot script needs to hydrate the page; read from a data block, so the page carries no inline program. */
export interface PageState {
  context: object
  /** What the loaders answered, as it is; after an error, as React Router writes it, which keeps what kind it was. */
  data: PageData
  /** The whole stylesheet: the page itself carries only the rules it needs. Linked by the page in development. */
  sheet: string | null
  entry: string
  manifest: string
  refresh?: string
  /** Modules of each matched route; a route module may be split into several chunks. */
  modules: Record<string, string[]>
  preload: string[]
}

type PageData = Partial<Pick<EntryContext['staticHandlerContext'], 'loaderData' | 'actionData' | 'errors'>> | string

interface PageParts {
  entry: EntryContext
  data: PageData
  sheetUrl: string | null
}

export function pageState({ entry, data, sheetUrl }: PageParts): PageState {
  const { manifest } = entry
  const modules: Record<string, string[]> = {}
  const preload = new Set(manifest.entry.imports)
  for (const { route } of entry.staticHandlerContext.matches) {
    const known = manifest.routes[route.id]
    if (!known) continue
    const { module, clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule } = known
    modules[route.id] = [
      clientActionModule,
      clientLoaderModule,
      clientMiddlewareModule,
      hydrateFallbackModule,
      module,
    ].filter((href) => href !== undefined)
    for (const href of known.imports ?? []) preload.add(href)
  }
  return {
    context: withoutUnsetFlags(JSON.parse(entry.serverHandoffString ?? '{}')),
    data,
    sheet: sheetUrl,
    entry: manifest.entry.module,
    manifest: manifest.url,
    refresh: manifest.hmr?.runtime,
    modules,
    preload: [manifest.entry.module, ...preload],
  }
}

/** A flag of the router that is off is as good as absent, and every page would carry its name. */
const withoutUnsetFlags = ({ future = {}, ...context }: { future?: object }) => ({
  ...context,
  future: Object.fromEntries(Object.entries(future).filter(([, on]) => on !== false)),
})

/** The data of a page; loaders answer with plain JSON. */
export async function pageData({ serverHandoffStream, staticHandlerContext }: EntryContext): Promise<PageData> {
  const { loaderData, actionData, errors } = staticHandlerContext
  return errors && serverHandoffStream ? new Response(serverHandoffStream).text() : { loaderData, actionData, errors }
}

/** JSON for a script data block: without `<` no text in it can end the block or open a comment. */
export const dataBlock = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
