import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Browsers send a handful of different values; the bound keeps a hostile client from filling memory with others. */
const MAX_REMEMBERED = 200
const remembered = new Map<string, Encoding>()

/** The best encoding an Accept-Encoding header allows (RFC 9110 12.5.3), of those we cache. */
export function preferredEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return 'identity'
  const known = remembered.get(header)
  if (known) return known
  const accepted = parse(header)
  const best = ENCODINGS.find((name) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0) ?? 'identity'
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(header, best)
  return best
}

function parse(header: string): Map<string, number> {
  const accepted = new Map<string, number>()
  for (const part of header.toLowerCase().slice(0, 500).split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
    accepted.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  return accepted
}

const COMPRESSIBLE = /^(text\/|application\/(json|xml|rss\+xml|manifest\+json)|image\/svg\+xml)/
/** Bytes. Below, one packet carries it as it is. */
const WORTH_COMPRESSING = 1200

/** A response that is not cached (an error, a 404, an address with parameters of its own), in the visitor's encoding. */
export async function encodedFor(acceptEncoding: string | undefined, response: Response): Promise<Response> {
  if (!COMPRESSIBLE.test(response.headers.get('content-type') ?? '') || response.headers.has('content-encoding')) {
    return response
  }
  const { status, statusText, headers } = response
  headers.append('vary', 'accept-encoding')
  const encoding = preferredEncoding(acceptEncoding)
  if (!response.body || encoding === 'identity') return response
  const identity = Buffer.from(await response.arrayBuffer())
  if (identity.length < WORTH_COMPRESSING) return new Response(identity, { status, statusText, headers })
  const body = encoding === 'br' ? await brotliText(identity, PASSING_QUALITY) : await gzipped(identity)
  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  return new Response(new Uint8Array(body), { status, statusText, headers })
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Of a response to one visitor. */
const PASSING_QUALITY = 4
/** Of the first response, on the thread pool: 2 ms for 100 kB. */
const QUICK_QUALITY = 6
/** For pages that are asked for again: a tenth smaller, for seventy times the work. */
const BEST_QUALITY = 11

export async function compressed(identity: Buffer): Promise<Record<Encoding, Buffer>> {
  const [br, gz] = await Promise.all([brotliText(identity, QUICK_QUALITY), gzipped(identity, { level: 6 })])
  return { br, gzip: gz, identity }
}

export function smallestBrotli(identity: Buffer): Promise<Buffer> {
  return brotliText(identity, BEST_QUALITY)
}

function brotliText(text: Buffer, quality: number): Promise<Buffer> {
  return brotli(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  })
}
