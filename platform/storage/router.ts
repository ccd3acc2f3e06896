/** A route: its method, its path (`:name` is one segment, `*name` the rest), and what the policies see as operation. */
export interface Route<Handler> {
  method: string
  path: string
  operation: string
  handler: Handler
}

export interface Match<Handler> {
  route: Route<Handler>
  /** Percent-decoded. */
  params: Record<string, string>
}

/** The first route that fits, or null. A path that cannot be decoded fits nothing. */
export function matchRoute<Handler>(
  routes: readonly Route<Handler>[],
  method: string,
  pathname: string,
): Match<Handler> | null {
  const segments = decodeSegments(pathname)
  if (!segments) return null
  for (const route of routes) {
    if (route.method !== method) continue
    const params = fits(route.path, segments)
    if (params) return { route, params }
  }
  return null
}

function decodeSegments(pathname: string): string[] | null {
  try {
    return pathname.replace(/^\/+/, '').split('/').map(decodeURIComponent)
  } catch {
    return null
  }
}

function fits(path: string, segments: string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  const pattern = path.slice(1).split('/')
  for (const [index, part] of pattern.entries()) {
    if (part.startsWith('*')) {
      const rest = segments.slice(index).join('/')
      if (rest === '') return null
      params[part.slice(1)] = rest
      return params
    }
    const segment = segments[index]
    if (segment === undefined || segment === '') return null
    if (part.startsWith(':')) params[part.slice(1)] = segment
    else if (part !== segment) return null
  }
  return segments.length === pattern.length ? params : null
}
