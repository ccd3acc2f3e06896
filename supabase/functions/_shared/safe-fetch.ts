import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, buildConnector, request } from 'undici'
import { isPublicAddress } from './public-address.ts'

/**
 * The one client for addresses that people or feeds gave us. It reaches public machines over http(s) and nothing else:
 * a literal address is checked before anything else, a name in the very look-up whose result is connected to, so that
 * no packet leaves for a forbidden address (a TLS greeting would reach any port inside), and the socket's own address
 * once more before a request is sent. Redirects are followed by hand, each checked alike.
 */
export interface SafeFetchOptions {
  method?: string
  /** May hold a key, so a redirect to another origin is followed without them. */
  headers?: Record<string, string>
  body?: Uint8Array | undefined
  signal?: AbortSignal
  /** From connecting to the last byte. */
  timeoutMs: number
  /** Longest silence of the other side. */
  idleTimeoutMs?: number
  maxBytes: number
  maxRedirects?: number
  /** The only names that may be asked, redirects included. */
  hosts?: readonly string[]
  /** Which addresses may be reached. Tests open their own machine with it; nothing else should. */
  isAllowed?: (address: string, port: number) => boolean
}

export interface SafeResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Where it came from, after redirects. */
  url: string
  /** Fails when it grows over maxBytes. */
  body: AsyncIterable<Uint8Array>
}

/** One text for every refusal, closed port and dead name: the answer must not map somebody's inner network. */
export class UnreachableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The address cannot be reached.', options)
    this.name = 'UnreachableError'
  }
}

/** Of a caller that names the hosts it may ask: another one was to be asked. */
export class OtherHostError extends UnreachableError {}

export class ResponseTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`The answer is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`)
    this.name = 'ResponseTooLargeError'
  }
}

const USUAL_PORTS = new Set([80, 443])
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const DEFAULT_MAX_REDIRECTS = 5
/** Machines that answer at all do so within a second or two; the rest is patience with a lost packet. */
const CONNECT_TIMEOUT_MS = 10_000

export async function safeFetch(address: string, options: SafeFetchOptions): Promise<SafeResponse> {
  const agent = guardedAgent(options.isAllowed ?? isUsual, options)
  const deadline = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
  // Not waited for: a socket that is still connecting ends by its own time limit. A request that waits for it hears at once.
  const stop = () => void agent.destroy().catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await follow(address, { ...options, signal }, agent)
  } catch (error) {
    stop()
    if (options.signal?.aborted) throw options.signal.reason
    throw error
  }
}

async function follow(
  address: string,
  options: SafeFetchOptions & { signal: AbortSignal },
  agent: Agent,
): Promise<SafeResponse> {
  const { maxRedirects = DEFAULT_MAX_REDIRECTS, isAllowed = isUsual, signal } = options
  let url = checkedUrl(address, isAllowed, options.hosts)
  const { origin } = url
  const { method = 'GET', body = null } = options
  const seen = new Set<string>()
  for (let hop = 0; ; hop++) {
    if (hop > maxRedirects || seen.has(url.href)) throw new UnreachableError()
    seen.add(url.href)
    const response = await request(url, {
      dispatcher: agent,
      method,
      body,
      // No cookies, no credentials, no compression by brotli: its bombs reach 600,000 to one.
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'DahliaBot/1.0',
        ...(url.origin === origin ? options.headers : {}),
      },
      signal,
    }).catch((cause) => {
      throw new UnreachableError({ cause })
    })
    const location = response.headers.location
    if (REDIRECTS.has(response.statusCode) && typeof location === 'string' && body === null) {
      await response.body.dump({ limit: 64 * 1024, signal }).catch(() => {})
      url = checkedUrl(resolve(location, url), isAllowed, options.hosts)
      continue
    }
    return {
      status: response.statusCode,
      headers: response.headers,
      url: url.href,
      body: limited(response.body, options.maxBytes, () => void agent.close().catch(() => {})),
    }
  }
}

function isUsual(address: string, port: number): boolean {
  return USUAL_PORTS.has(port) && isPublicAddress(address)
}

function resolve(location: string, base: URL): string {
  try {
    return new URL(location, base).href
  } catch (cause) {
    throw new UnreachableError({ cause })
  }
}

function checkedUrl(
  address: string,
  isAllowed: (address: string, port: number) => boolean,
  hosts?: readonly string[],
): URL {
  let url: URL
  try {
    url = new URL(address)
  } catch (cause) {
    throw new UnreachableError({ cause })
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new UnreachableError()
  if (url.username !== '' || url.password !== '') throw new UnreachableError()
  if (hosts && !hosts.includes(url.hostname)) throw new OtherHostError()
  // URL has already turned every spelling of an address (decimal, octal, hex, short, full-width) into the usual one.
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) && !isAllowed(host, portOf(url))) throw new UnreachableError()
  return url
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

function guardedAgent(
  isAllowed: (address: string, port: number) => boolean,
  { timeoutMs, idleTimeoutMs = timeoutMs }: SafeFetchOptions,
): Agent {
  return new Agent({
    connect(target, callback) {
      const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80)
      // One connector for each connection: a TLS session is never resumed, least of all towards another address.
      const connect = buildConnector({
        timeout: Math.min(CONNECT_TIMEOUT_MS, timeoutMs),
        maxCachedSessions: 0,
        lookup: guardedLookup(isAllowed, port),
      })
      connect(target, (error, socket) => {
        if (error) return callback(error, null)
        const { remoteAddress, remotePort } = socket
        if (!remoteAddress || !remotePort || !isAllowed(remoteAddress, remotePort)) {
          socket.destroy()
          return callback(new UnreachableError(), null)
        }
        callback(null, socket)
      })
    },
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
    pipelining: 0,
  })
}

/** Not called for literal addresses, which checkedUrl knows. */
function guardedLookup(isAllowed: (address: string, port: number) => boolean, port: number): LookupFunction {
  return (hostname, { all, ...options }, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const allowed = addresses.filter(({ address }) => isAllowed(address, port))
      const [first] = allowed
      if (!first) return callback(new UnreachableError(), '')
      if (all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}

async function* limited(body: Readable, maxBytes: number, done: () => void): AsyncGenerator<Uint8Array> {
  let received = 0
  try {
    for await (const piece of body) {
      received += piece.length
      if (received > maxBytes) throw new ResponseTooLargeError(maxBytes)
      yield piece
    }
  } finally {
    body.destroy()
    done()
  }
}
