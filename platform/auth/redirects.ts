import type { AuthConfig } from '../config/schema.ts'
import type { RequestContext } from './deps.ts'
import { LOOPBACK_HOSTS, matchesRedirectPattern } from './redirect-pattern.ts'

/** Schemes that run or show something of the redirecting page's choice instead of leading somewhere. */
const FORBIDDEN_SCHEMES = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'view-source:']

/** Where the visitor goes after this request: what was asked for when it is allowed, else the site's address. */
export function redirectTarget(context: RequestContext, fromBody = ''): string {
  const { config } = context.env.auth
  const wanted =
    fromBody ||
    context.req.header('redirect_to') ||
    context.req.query('redirect_to') ||
    context.req.header('referer') ||
    ''
  return wanted !== '' && isAllowedRedirect(wanted, config) ? wanted : config.site_url
}

/** The site's own host, or one of the globs of additional_redirect_urls. */
export function isAllowedRedirect(target: string, config: AuthConfig): boolean {
  // Browsers read a backslash as a slash and drop control characters, so what we checked is not where they would go.
  if (target.length > 2048 || /[\\\p{Cc}\s]/u.test(target)) return false
  const url = URL.parse(target)
  if (!url || FORBIDDEN_SCHEMES.includes(url.protocol) || url.username !== '' || url.password !== '') return false
  if (isSite(url, new URL(config.site_url))) return true
  return config.additional_redirect_urls.some((pattern) => matchesRedirectPattern(url, pattern))
}

function isSite(url: URL, site: URL): boolean {
  if (url.hostname !== site.hostname) return false
  if (url.protocol === site.protocol) return LOOPBACK_HOSTS.includes(url.hostname) || url.port === site.port
  // A site that is only reached over plain http may well be asked for over https, never the other way round.
  return url.protocol === 'https:' && site.protocol === 'http:'
}
