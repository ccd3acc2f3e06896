import type { HeaderList } from '#platform'

/**
 * Of every page. Static, so that cached pages stay safe: no script is ever inline, data blocks are application/json.
 * Inline styles cannot be avoided: React writes style attributes, and the toasts and the scroll lock of dialogs add
 * style elements while running.
 */
export function pageHeaders(site: { siteUrl: string; development: boolean }): HeaderList {
  // Vite's own client writes inline scripts and talks to its own port.
  if (site.development) return everyHeader(site)
  const secure = isSecure(site)
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${socketOrigin(site.siteUrl)}`,
    "media-src 'self' https:",
    "frame-src 'none'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
  return [['content-security-policy', policy], ...everyHeader(site)]
}

/**
 * Of the back office, whose screens show what strangers wrote: no inline script, no inline style, and no string becomes
 * markup or a script, because no Trusted Types policy may be made.
 */
export function adminHeaders(site: { siteUrl: string; development: boolean }): HeaderList {
  if (site.development) return everyHeader(site)
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https: data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${socketOrigin(site.siteUrl)}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(isSecure(site) ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
  return [['content-security-policy', policy], ...everyHeader(site)]
}

/** Of the platform's responses, where the service set none of its own: data, never a document. */
export function dataHeaders(site: { siteUrl: string }): HeaderList {
  const policy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"
  return [['content-security-policy', policy], ...everyHeader(site)]
}

function everyHeader(site: { siteUrl: string }): HeaderList {
  return [
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
    ['cross-origin-opener-policy', 'same-origin'],
    // Two years, as browsers' preload lists ask. Never over http: a browser would lock itself out of a local start.
    ...(isSecure(site) ? [['strict-transport-security', 'max-age=63072000; includeSubDomains'] as const] : []),
  ]
}

function isSecure({ siteUrl }: { siteUrl: string }): boolean {
  return siteUrl.startsWith('https:')
}

/** Realtime's websocket; Safari before 15.4 does not count it as 'self'. */
function socketOrigin(siteUrl: string): string {
  return siteUrl.replace(/^http/, 'ws')
}

/** Adds what the response does not set itself. A response whose headers are frozen (a redirect, a fetched one) is copied. */
export function withHeaders(response: Response, headers: HeaderList): Response {
  try {
    for (const [name, value] of headers) if (!response.headers.has(name)) response.headers.set(name, value)
    return response
  } catch {
    const copy = new Response(response.body, response)
    for (const [name, value] of headers) if (!copy.headers.has(name)) copy.headers.set(name, value)
    return copy
  }
}
