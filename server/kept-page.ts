import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { compressed, ENCODINGS, type Encoding, preferredEncoding } from './encodings.ts'
import type { HeaderList } from './security-headers.ts'

/** A rendered page with everything an answer needs computed beforehand. */
export interface KeptPage {
  tags: string[]
  /** `W/"…"`: weak, because the three encodings are one page in different bytes. */
  etag: string
  variants: Record<Encoding, { headers: string[]; body: Buffer }>
  notModifiedHeaders: string[]
  bytes: number
  /** Changes the cache had seen when its rendering began: of two renderings the later one is the true one. */
  began: number
  /** Milliseconds since the epoch: fresh until then, and usable while it is rendered again or cannot be. */
  freshUntil: number
  staleUntil: number
  /** Data it shows has changed: only shown when a new rendering fails. */
  outdated: boolean
  /** Asked for since the last sweep of the cache. */
  used: boolean
}

/** Headers of a rendering that belong to the page. Everything else (dates, connection) belongs to one answer. */
const PAGE_HEADERS = ['content-type', 'cache-control', 'cache-tag', 'content-language', 'link', 'x-robots-tag']

export interface KeepOptions {
  response: Response
  body: Buffer
  extraHeaders: HeaderList
  began: number
  now: number
}

/** null when the response does not ask to be kept: 200, `Cache-Tag`, `s-maxage` and no cookie. */
export function keepable(response: Response): boolean {
  const { headers } = response
  return (
    response.status === 200 &&
    headers.has('cache-tag') &&
    !headers.has('set-cookie') &&
    seconds(headers, 's-maxage') > 0 &&
    !/\b(private|no-store)\b/.test(headers.get('cache-control') ?? '')
  )
}

export async function keepPage({ response, body, extraHeaders, began, now }: KeepOptions): Promise<KeptPage> {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const own = PAGE_HEADERS.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [name, value]
  })
  const shared = [...extraHeaders.flat(), ...own, 'vary', 'accept-encoding', 'etag', etag]
  const bodies = await compressed(body)
  const variant = (name: Encoding) => {
    const encoding = name === 'identity' ? [] : ['content-encoding', name]
    return { headers: [...shared, ...encoding, 'content-length', String(bodies[name].length)], body: bodies[name] }
  }
  const fresh = now + seconds(response.headers, 's-maxage') * 1000
  return {
    tags: (response.headers.get('cache-tag') ?? '').split(',').map((tag) => tag.trim()),
    etag,
    variants: { br: variant('br'), gzip: variant('gzip'), identity: variant('identity') },
    notModifiedHeaders: shared,
    bytes: ENCODINGS.reduce((sum, name) => sum + bodies[name].length, 0),
    began,
    freshUntil: fresh,
    staleUntil: fresh + seconds(response.headers, 'stale-while-revalidate') * 1000,
    outdated: false,
    used: false,
  }
}

function seconds(headers: Headers, directive: string): number {
  const match = new RegExp(`\\b${directive}=(\\d{1,8})`).exec(headers.get('cache-control') ?? '')
  return Number(match?.[1] ?? 0)
}

export interface SendOptions {
  page: KeptPage
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  /** RFC 9211, so that an operator sees where an answer came from. */
  cacheStatus: string
}

/** Writes the page, or 304 when the visitor has it, straight to the socket. */
export function sendPage({ page, request, response, requestId, cacheStatus }: SendOptions) {
  const { headers } = request
  const own = ['x-request-id', requestId, 'cache-status', cacheStatus]
  const known = headers['if-none-match']
  if (known !== undefined && hasEtag(known, page.etag)) {
    response.writeHead(304, page.notModifiedHeaders.concat(own))
    response.end()
    return
  }
  const { headers: prepared, body } = page.variants[preferredEncoding(headers['accept-encoding'])]
  response.writeHead(200, prepared.concat(own))
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}

/** If-None-Match compares weakly (RFC 9110 13.1.2): the tag's text decides, W/ or not. */
export function hasEtag(header: string, etag: string): boolean {
  return header === etag || header === '*' || header.includes(etag.slice(etag.indexOf('"')))
}
