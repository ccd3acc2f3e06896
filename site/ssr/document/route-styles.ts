/** The site's CSS Modules as the build knows them. */
export interface BuiltStyles {
  /** All of them in one file, for what a page shows later and for the pages after it. */
  sheetUrl: string
  /** Each one's text, in the order of that file. */
  modules: string[]
  /** By the address of a route's script, as in React Router's manifest: the indices of the modules that it needs. */
  routes: Record<string, number[]>
}

/**
 * The styles of a page by the scripts of its routes, to be written into the page itself: it is then painted as soon as
 * it has arrived, without a second request.
 */
export function createRouteStyles({ modules, routes }: BuiltStyles): (scripts: string[]) => string {
  const made = new Map<string, string>()
  return (scripts) => {
    const key = scripts.join(' ')
    const known = made.get(key)
    if (known !== undefined) return known
    const needed = new Set(scripts.flatMap((script) => routes[script] ?? []))
    const styles = modules.filter((_, index) => needed.has(index)).join('')
    // As many as there are chains of routes.
    made.set(key, styles)
    return styles
  }
}
