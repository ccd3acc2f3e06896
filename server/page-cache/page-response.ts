import { type CachedPage, hasEtag } from './cached-page.ts'
import { preferredEncoding } from './encodings.ts'
import { bodyOf } from './prepared-response.ts'

/** A page rendered for this very request, or waited for, as a Response. */
export function pageResponse(page: CachedPage, request: Request): Response {
  const status = page.outdated ? 'dahlia; hit; ttl=-1; detail=stale' : 'dahlia; fwd=miss; stored'
  const known = request.headers.get('if-none-match')
  if (known !== null && hasEtag(known, page.etag)) {
    return new Response(null, { status: 304, headers: headersOf(page.notModified.headers, status) })
  }
  const { headers, prepared } = page.variants[preferredEncoding(request.headers.get('accept-encoding') ?? undefined)]
  const body = request.method === 'HEAD' ? null : new Uint8Array(bodyOf(prepared))
  return new Response(body, { headers: headersOf(headers, status) })
}

function headersOf(flat: string[], cacheStatus: string): Headers {
  const headers = new Headers({ 'cache-status': cacheStatus })
  for (let i = 0; i < flat.length; i += 2) headers.append(flat[i] ?? '', flat[i + 1] ?? '')
  return headers
}
