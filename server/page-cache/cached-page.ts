import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HeaderList } from '#platform'
import { compressed, type Encoding, preferredEncoding } from './encodings.ts'
import { bodyOf, PageResponse, type PreparedResponse, prepareResponse } from './prepared-response.ts'

/** A rendered page with everything a response needs computed beforehand. */
export interface CachedPage {
  tags: string[]
  /** `W/"…"`: weak, because the encodings, and the two brotli forms, are one page in different bytes. */
  etag: string
  variants: Record<Encoding, Variant>
  notModified: { headers: string[]; prepared: PreparedResponse }
  /** Of memory: all encodings with their headers. */
  bytes: number
  /** Changes the cache had seen when its rendering began: of two renderings the later one is the true one. */
  began: number
  /** Milliseconds since the epoch: fresh until then, and usable while it is rendered again or cannot be. */
  freshUntil: number
  staleUntil: number
  /** Never shown after it, not even for want of another: what it shows may not be shown any longer. */
  usableUntil: number
  /** Data it shows has changed: only shown when a new rendering fails. */
  outdated: boolean
  /** Asked for since the last sweep of the cache. */
  used: boolean
  /** Answers while it was fresh. */
  hits: number
  /** Its brotli form is the smallest there is. */
  recompressed: boolean
}

interface Variant {
  headers: string[]
  /** The response of a fresh page. Its end is the body, which is stored nowhere else. */
  prepared: PreparedResponse
}

/** RFC 9211, so that an operator sees where a response came from. */
const HIT = ['cache-status', 'dahlia; hit']
const STALE = ['cache-status', 'dahlia; hit; ttl=-1; detail=stale']

/** Headers of a rendering that belong to the page. Everything else (dates, connection) belongs to one response. */
const PAGE_HEADERS = ['content-type', 'cache-control', 'cache-tag', 'content-language', 'link', 'x-robots-tag']

export interface CacheOptions {
  response: Response
  body: Buffer
  extraHeaders: HeaderList
  /** The rendering before: where nothing changed, its compressed forms are this one's. */
  last: CachedPage | undefined
  began: number
  now: number
}

/** null when the response does not ask to be cached: 200, `Cache-Tag`, `s-maxage` and no cookie. */
export function cacheable(response: Response): boolean {
  const { headers } = response
  return (
    response.status === 200 &&
    headers.has('cache-tag') &&
    !headers.has('set-cookie') &&
    seconds(headers, 's-maxage') > 0 &&
    !/\b(private|no-store)\b/.test(headers.get('cache-control') ?? '')
  )
}

export async function cachePage({ response, body, extraHeaders, last, began, now }: CacheOptions): Promise<CachedPage> {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const own = PAGE_HEADERS.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [name, value]
  })
  const shared = [...extraHeaders.flat(), ...own, 'vary', 'accept-encoding', 'etag', etag]
  const forms =
    last && isSame(last, shared) ? formsOf(last) : await makeForms(shared, body, last?.etag === etag ? last : undefined)
  const fresh = now + seconds(response.headers, 's-maxage') * 1000
  return {
    tags: (response.headers.get('cache-tag') ?? '').split(',').map((tag) => tag.trim()),
    etag,
    ...forms,
    bytes: size(forms),
    began,
    freshUntil: fresh,
    staleUntil: fresh + seconds(response.headers, 'stale-while-revalidate') * 1000,
    usableUntil: limited(response.headers)
      ? fresh + seconds(response.headers, 'stale-if-error') * 1000
      : Number.POSITIVE_INFINITY,
    outdated: false,
    used: false,
    hits: 0,
  }
}

type Forms = Pick<CachedPage, 'variants' | 'notModified' | 'recompressed'>

/** The headers hold the ETag, and with it the body. */
function isSame(page: CachedPage, headers: readonly string[]): boolean {
  return page.notModified.headers.join('\n') === headers.join('\n')
}

function formsOf({ variants, notModified, recompressed }: CachedPage): Forms {
  return { variants: { ...variants }, notModified, recompressed }
}

/** Headers may differ where the body does not (how long it may be cached): then nothing is compressed again. */
async function makeForms(headers: string[], body: Buffer, same: CachedPage | undefined): Promise<Forms> {
  const bodies = same ? bodiesOf(same) : await compressed(body)
  return {
    variants: {
      br: variant('br', headers, bodies.br),
      gzip: variant('gzip', headers, bodies.gzip),
      identity: variant('identity', headers, bodies.identity),
    },
    notModified: { headers, prepared: prepareResponse(304, [...headers, ...HIT], Buffer.alloc(0)) },
    recompressed: same?.recompressed ?? false,
  }
}

const bodiesOf = ({ variants }: CachedPage): Record<Encoding, Buffer> => ({
  br: bodyOf(variants.br.prepared),
  gzip: bodyOf(variants.gzip.prepared),
  identity: bodyOf(variants.identity.prepared),
})

/** From now on the page is sent in these bytes, the fewest there are. Answers on their way keep theirs. */
export function replaceBrotli(page: CachedPage, body: Buffer) {
  page.variants.br = variant('br', page.notModified.headers, body)
  page.bytes = size(page)
  page.recompressed = true
}

function size({ variants, notModified }: Pick<CachedPage, 'variants' | 'notModified'>): number {
  return [...Object.values(variants), notModified].reduce((sum, { prepared }) => sum + prepared.bytes.length, 0)
}

function variant(encoding: Encoding, shared: readonly string[], body: Buffer): Variant {
  const own = encoding === 'identity' ? [] : ['content-encoding', encoding]
  const headers = [...shared, ...own, 'content-length', String(body.length)]
  return { headers, prepared: prepareResponse(200, [...headers, ...HIT], body) }
}

/** A page that says how long it may stand in for an error (RFC 5861) is not used for longer; others are without end. */
const limited = (headers: Headers): boolean => /\bstale-if-error=\d/.test(headers.get('cache-control') ?? '')

function seconds(headers: Headers, directive: string): number {
  const match = new RegExp(`\\b${directive}=(\\d{1,8})`).exec(headers.get('cache-control') ?? '')
  return Number(match?.[1] ?? 0)
}

export interface SendOptions {
  page: CachedPage
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  fresh: boolean
}

/** Writes the page, or 304 when the visitor has it, straight to the socket. */
export function sendPage({ page, request, response, requestId, fresh }: SendOptions) {
  const known = request.headers['if-none-match']
  const unchanged = known !== undefined && hasEtag(known, page.etag)
  const variant = unchanged ? page.notModified : page.variants[preferredEncoding(request.headers['accept-encoding'])]
  if (fresh && response instanceof PageResponse && response.sendPrepared(variant.prepared, requestId)) return
  response.writeHead(variant.prepared.status, variant.headers.concat('x-request-id', requestId, fresh ? HIT : STALE))
  if (unchanged || request.method === 'HEAD') response.end()
  else response.end(bodyOf(variant.prepared))
}

/** If-None-Match compares weakly (RFC 9110 13.1.2): the tag's text decides, W/ or not. */
export function hasEtag(header: string, etag: string): boolean {
  return header === etag || header === '*' || header.includes(etag.slice(etag.indexOf('"')))
}
