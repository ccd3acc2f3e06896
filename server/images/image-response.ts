import { createHash } from 'node:crypto'
import { hasEtag } from '../page-cache/cached-page.ts'

interface ImageResponse {
  request: Request
  image: Buffer
  /** As in `image/avif`. */
  type: string
  cacheControl: string
}

/** 200, or 304 to whoever has it already. */
export function imageResponse({ request, image, type, cacheControl }: ImageResponse): Response {
  const etag = `"${createHash('sha256').update(image).digest('base64url').slice(0, 27)}"`
  const headers = { etag, 'cache-control': cacheControl }
  const known = request.headers.get('if-none-match')
  if (known !== null && hasEtag(known, etag)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(image), {
    headers: { ...headers, 'content-type': `image/${type}`, 'content-length': String(image.length) },
  })
}

/** Seconds. */
const MISSING_MAX_AGE_S = 60
const RETRY_AFTER_S = 5

/** The card then shows that the image is missing. Why is nobody's business: it would map what our server can reach. */
export const missing = (): Response =>
  new Response(null, { status: 404, headers: { 'cache-control': `public, max-age=${MISSING_MAX_AGE_S}` } })

export const later = (): Response =>
  new Response(null, { status: 503, headers: { 'retry-after': String(RETRY_AFTER_S), 'cache-control': 'no-store' } })
