import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { decodeJwt } from 'jose'
import { bearerToken } from '../kernel/bearer.ts'
import { clientAddress } from '../kernel/client-address.ts'
import { createMemoryBudget } from '../kernel/memory-budget.ts'
import { requestIdOf } from '../kernel/request-id.ts'
import type { Call, Service } from '../kernel/service.ts'
import { withRetryAfter } from '../kernel/unavailable.ts'
import { type WritesUnderWay, writerOf } from '../kernel/writes-under-way.ts'
import type { Log } from '../log.ts'
import type { Tokens } from '../tokens.ts'
import { createKeyRule } from './api-key.ts'
import { admitBody, type BodyRule, HELD_BYTES, refuseByLength } from './body-limit.ts'
import { addCorsHeaders, isPreflight, preflightResponse } from './cors.ts'
import { noSuchPath, serviceOff, serviceUnavailable } from './errors.ts'
import { type Family, matchFamily } from './families.ts'
import { refuseUpgrade } from './refuse-upgrade.ts'

export interface Connection {
  clientAddress: string
  requestId?: string
}

/** One entrance: the gateway itself, or one family at the root of a port of its own. */
export interface Entrance {
  fetch(request: Request, connection?: Connection): Promise<Response>
  /** `connection`: where a proxy stands in front; without one the socket's own address counts. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, connection?: Connection): void
}

export type Services = Partial<Record<Family, Service>>

export interface GatewayOptions {
  /** The running services; rejects while they cannot start. */
  services(): Promise<Services>
  keys: { publishable: string; secret: string; required: boolean }
  /** Bytes of a body that comes without a user. */
  anonymousBodyBytes?: number
  /** Of those that call a database function. */
  anonymousCallBytes?: number
  tokens: Tokens
  log: Log
  /** Told of requests that may write rows: realtime tells a writer of its own rows after the response. */
  writes?: WritesUnderWay
}

interface Target {
  family: Family
  mountPath: string
  path: string
  /** Without the gateway's key rule: what a bare GoTrue or PostgREST sees. */
  bare: boolean
}

export interface Gateway extends Entrance {
  /** One family at the root of its own port, as its official image serves it: no prefix, no api keys. */
  atRoot(family: Family): Entrance
}

export function createGateway(options: GatewayOptions): Gateway {
  const { services, keys, tokens, log, writes } = options
  const checkKey = createKeyRule({ ...keys, tokens })
  const bodyRule: BodyRule = {
    anonymousBytes: options.anonymousBodyBytes ?? 1024 * 1024,
    anonymousCallBytes: options.anonymousCallBytes ?? 64 * 1024,
    budget: createMemoryBudget({ totalBytes: HELD_BYTES }),
  }

  async function respond(request: Request, url: URL, target: Target, call: Call): Promise<Response> {
    const { family } = target
    if (isPreflight(request)) return preflightResponse(request)
    const tooLong = refuseByLength(request, family)
    if (tooLong) return tooLong
    let authorization = request.headers.get('authorization')
    if (!target.bare && !isSignedByS3(target)) {
      const header = (name: string) => request.headers.get(name)
      const verdict = await checkKey({ ...target, header, queryKey: url.searchParams.get('apikey') })
      if ('refused' in verdict) return verdict.refused
      authorization = verdict.authorization
    }
    const service = await running(family)
    if (service instanceof Response) return service
    if (service.read && isRead(request)) {
      return service.read(request, call, { path: target.path, search: url.search, authorization })
    }
    const admitted = admitBody({ family, request, authorization }, bodyRule)
    if (admitted instanceof Response) return admitted
    const finished =
      family === 'rest' ? writes?.begin(writerOf(call.clientAddress, claimsOf(authorization))) : undefined
    try {
      const { body } = admitted
      const response = await service.fetch(inner({ request, url, target, authorization, body }), call)
      return admitted.refusal() ?? response
    } finally {
      admitted.release()
      finished?.()
    }
  }

  async function running(family: Family): Promise<Service | Response> {
    try {
      return (await services())[family] ?? serviceOff(family)
    } catch (error) {
      log.error({ err: error, family }, 'the services could not start')
      return serviceUnavailable()
    }
  }

  async function handle(request: Request, locate: Locate, connection: Connection): Promise<Response> {
    const url = new URL(request.url)
    const target = locate(url.pathname)
    const requestId = connection.requestId ?? requestIdOf(request.headers.get('x-request-id'))
    if (!target) return finish(noSuchPath(url.pathname), 'rest', requestId)
    const call = { requestId, clientAddress: connection.clientAddress, mountPath: target.mountPath }
    return finish(await respond(request, url, target, call), target.family, requestId)
  }

  async function upgrade(options: Upgrade) {
    const { request, socket, head, locate, connection } = options
    const url = new URL(request.url ?? '/', 'http://upgrade')
    const target = locate(url.pathname)
    if (!target) return refuseUpgrade(socket, noSuchPath(url.pathname))
    if (!target.bare) {
      const verdict = await checkKey({
        ...target,
        header: (name) => firstValue(request.headers[name]),
        queryKey: url.searchParams.get('apikey'),
      })
      if ('refused' in verdict) return refuseUpgrade(socket, verdict.refused)
      const token = bearerToken(verdict.authorization)
      // The socket's own key is its first token; clients that cannot set headers send it in the query.
      if (token) url.searchParams.set('apikey', token)
    }
    const service = await running(target.family)
    if (service instanceof Response) return refuseUpgrade(socket, service)
    if (!service.upgrade) return refuseUpgrade(socket, noSuchPath(url.pathname))
    request.url = target.path + url.search
    service.upgrade(request, socket, head, {
      requestId: connection?.requestId ?? requestIdOf(request.headers['x-request-id']),
      clientAddress: connection?.clientAddress ?? clientAddress(request, 0),
      mountPath: target.mountPath,
    })
  }

  function entrance(locate: Locate): Entrance {
    return {
      fetch: (request, connection = { clientAddress: '' }) => handle(request, locate, connection),
      upgrade(request, socket, head, connection) {
        upgrade({ request, socket, head, locate, connection }).catch((error: unknown) => {
          log.error({ err: error }, 'a websocket upgrade failed')
          refuseUpgrade(socket, serviceUnavailable())
        })
      },
    }
  }

  return {
    ...entrance((pathname) => {
      const match = matchFamily(pathname)
      return match && { ...match, bare: false }
    }),
    atRoot: (family) => entrance((path) => ({ family, mountPath: '', path, bare: true })),
  }
}

interface Upgrade {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  locate: Locate
  connection: Connection | undefined
}

type Locate = (pathname: string) => Target | null

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** What a token says of itself. Nothing is allowed by it here, so nothing is verified. */
function claimsOf(authorization: string | null): { sub?: unknown; role?: unknown } {
  try {
    return decodeJwt(bearerToken(authorization) ?? '')
  } catch {
    return {}
  }
}

/** S3 clients sign the very Authorization header, so it must reach the storage service untouched. */
function isSignedByS3({ family, path }: Target): boolean {
  return family === 'storage' && (path === '/s3' || path.startsWith('/s3/'))
}

/** Families whose work is worth ending when the client leaves: long uploads, downloads and streams. */
const ABORTABLE: Family[] = ['storage', 'functions']

function inner(options: {
  request: Request
  url: URL
  target: Target
  authorization: string | null
  body: ReadableStream<Uint8Array> | null
}): Request {
  const { request, url, target, authorization, body } = options
  const result = new Request(`${url.origin}${target.path}${url.search}`, {
    method: request.method,
    headers: request.headers,
    // A signal costs as much as all the rest of a request; a query is over before anybody can abort it.
    ...(ABORTABLE.includes(target.family) ? { signal: request.signal } : {}),
    ...(body ? { body, duplex: 'half' } : {}),
  })
  if (authorization === null) result.headers.delete('authorization')
  else result.headers.set('authorization', authorization)
  return result
}

function finish(response: Response, family: Family, requestId: string): Response {
  const open = withId(response, requestId)
  addCorsHeaders(open.headers, family)
  if (open.status === 503 && !open.headers.has('retry-after')) withRetryAfter(open)
  return open
}

/** A response that came from fetch() has immutable headers; only then is it copied. */
function withId(response: Response, requestId: string): Response {
  try {
    response.headers.set('sb-request-id', requestId)
    return response
  } catch {
    const copy = new Response(response.body, response)
    copy.headers.set('sb-request-id', requestId)
    return copy
  }
}

function firstValue(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null
}
