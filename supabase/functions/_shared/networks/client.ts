import { setTimeout as sleep } from 'node:timers/promises'
import { FeedError, feedErrors, networkErrors } from '../errors.ts'
import { OtherHostError, ResponseTooLargeError, type SafeResponse, safeFetch } from '../safe-fetch.ts'
import type { Breaker } from './breaker.ts'

export interface ClientDependencies {
  fetch?: typeof safeFetch
  /** Shared by everything that asks networks in this process. */
  breaker?: Breaker
  wait?(ms: number, signal: AbortSignal): Promise<void>
}

export interface ClientOptions extends ClientDependencies {
  /** As sentences call it: Awin. */
  name: string
  /** Names that may be asked, redirects included. */
  hosts: readonly string[]
  /** What to look at when the network refuses us. */
  refusedAdvice: string
}

export interface NetworkRequest {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  maxBytes: number
  /** From connecting to the last byte. */
  timeoutMs: number
  /** A sentence for a refusal that the network explains, or null for the usual one. */
  explain?(status: number, text: string): FeedError | null
}

export interface NetworkClient {
  /** Asks, and reads the body with `read`, which must read all of it. Tries again what can pass. */
  request<T>(request: NetworkRequest, read: (response: SafeResponse) => Promise<T>, signal: AbortSignal): Promise<T>
  /** The answer as it came. */
  bytes(request: NetworkRequest, signal: AbortSignal): Promise<Buffer>
  /** The answer as parsed JSON. */
  json(request: NetworkRequest, signal: AbortSignal): Promise<unknown>
}

/** A machine that says nothing for this long is given up. */
const IDLE_MS = 60_000
const TRIES = 3
const FIRST_WAIT_MS = 2000
/** A network that wants us away for longer is asked again by the next run. */
const MAX_WAIT_MS = 60_000
/** Enough of an explanation to find the reason in it. */
const EXPLANATION_BYTES = 64 * 1024

/**
 * A network's own way out: its hosts and no others, its failures in words. A message never holds what the network wrote,
 * or the address: both can repeat a key.
 */
export function createNetworkClient(options: ClientOptions): NetworkClient {
  const { name, hosts, fetch = safeFetch, wait = pause, breaker } = options

  async function once<T>(asked: NetworkRequest, read: (response: SafeResponse) => Promise<T>, signal: AbortSignal) {
    const { url, method, headers, body, maxBytes, timeoutMs } = asked
    const response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? undefined : Buffer.from(body),
      signal,
      timeoutMs,
      idleTimeoutMs: Math.min(IDLE_MS, timeoutMs),
      maxBytes,
      hosts,
    })
    if (response.status === 200) return await read(response)
    const text = await startOf(response)
    throw asked.explain?.(response.status, text) ?? statusError(options, response)
  }

  async function request<T>(asked: NetworkRequest, read: (response: SafeResponse) => Promise<T>, signal: AbortSignal) {
    if (!isOnHosts(asked.url, hosts)) throw networkErrors.otherHost(name)
    const { hostname } = new URL(asked.url)
    breaker?.check(hostname, name)
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await once(asked, read, signal)
        breaker?.worked(hostname)
        return answer
      } catch (error) {
        if (signal.aborted) throw feedErrors.cancelled()
        const failure = failureOf(error, name)
        if (!failure.canPass) throw failure
        const waitMs = failure.retryAfterMs ?? FIRST_WAIT_MS * 4 ** (attempt - 1)
        if (attempt === TRIES || waitMs > MAX_WAIT_MS) {
          breaker?.failed(hostname)
          throw failure
        }
        await wait(waitMs, signal)
      }
    }
  }

  return {
    request,
    bytes: (asked, signal) => request(asked, wholeBytes, signal),
    json: (asked, signal) =>
      request(asked, async (response) => parseJson((await wholeBytes(response)).toString(), name), signal),
  }
}

/** Waits; fails as cancelled when the run is. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw feedErrors.cancelled()
  })
}

function failureOf(error: unknown, name: string): FeedError {
  if (error instanceof FeedError) return error
  if (error instanceof ResponseTooLargeError) return networkErrors.tooLarge(name)
  if (error instanceof OtherHostError) return networkErrors.otherHost(name)
  return networkErrors.unreachable(name, error)
}

function statusError({ name, refusedAdvice }: ClientOptions, response: SafeResponse): FeedError {
  const { status } = response
  if (status === 401 || status === 403) return networkErrors.refused(name, status, refusedAdvice)
  if (status === 429) return networkErrors.throttled(name, retryAfterMs(response))
  if (status >= 500) return networkErrors.serverFailed(name, status)
  return networkErrors.unexpectedStatus(name, status)
}

/** Seconds, or a date (RFC 9110, 10.2.3); null where it is neither. */
function retryAfterMs({ headers }: SafeResponse): number | null {
  const header = headers['retry-after']
  if (typeof header !== 'string') return null
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, until - Date.now())
}

/** What a network answered, as JSON; a web page in its place is told apart. */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw /^\s*</.test(text) ? networkErrors.webPage(name) : networkErrors.notUnderstood(name, 'its answer is no JSON')
  }
}

async function wholeBytes({ body }: SafeResponse): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The beginning of an explanation; one that breaks off is none. */
async function startOf({ body }: SafeResponse): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of body) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes > EXPLANATION_BYTES) break
    }
  } catch {
    return ''
  }
  return Buffer.concat(pieces).toString()
}

export function isOnHosts(address: string, hosts: readonly string[]): boolean {
  const url = URL.parse(address)
  return url !== null && url.protocol === 'https:' && url.port === '' && hosts.includes(url.hostname)
}
