import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Log } from '../../log.ts'
import { clientAddress, networkOf } from '../client-address.ts'
import type { HeaderList } from '../header-list.ts'
import { requestIdOf } from '../request-id.ts'
import { TextResponse } from '../text-response.ts'
import { createArrivals } from './arrivals.ts'
import { createDrain } from './drain.ts'
import { EarlyClosing } from './early-close.ts'
import { continueWhenRead } from './expect-continue.ts'
import { namesOneHost, refuseMalformed } from './malformed.ts'
import { createPipelining } from './pipelining.ts'
import { sendText } from './send-text.ts'
import { createSlowClients } from './slow-clients.ts'

/** What is known of a request beside itself. */
export interface Arrival {
  clientAddress: string
  requestId: string
  incoming: IncomingMessage
}

export interface ListenerOptions {
  /** Answers whatever nothing below took over. */
  fetch(request: Request, arrival: Arrival): Response | Promise<Response>
  /** Takes over a websocket upgrade, or refuses it. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, arrival: { clientAddress: string }): void
  /** Sees every request first, before any Request is made; true when it answered. */
  first?(request: IncomingMessage, response: ServerResponse, requestId: string): boolean
  /** Sees what `first` left; true when it took the request over (Vite in development). */
  before?: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean>) | undefined
  /** Whether the request would be refused for want of time anyway: then it is at once, which costs least. */
  isTooMuch?(request: IncomingMessage): boolean
  /** Told of each finished exchange that `first` left. */
  observe?(exchange: Finished): void
  /** Told of each refusal under overload. */
  onShed?(): void
  /** Written into the refusals that are made here. */
  headers: HeaderList
  /** Proxies in front whose X-Forwarded-For is believed. */
  trustedProxies: number
  log: Log
  maxInFlight?: number | undefined
  /** In place of node:http's own response. */
  ServerResponse?: typeof EarlyClosing
}

export interface Finished {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  ms: number
}

export interface Listener {
  server: Server
  inFlight(): number
  /** Rejects when the port cannot be had. */
  listen(address: { host: string; port: number }): Promise<void>
  /** Answers what is under way, then closes; cuts what is left after the time. */
  drain(timeoutMs: number): Promise<void>
}

/** Beyond this, waiting only makes every response late: a visitor told to come back is served sooner. */
const MAX_IN_FLIGHT = 512
/** Connections that wait to be accepted. The kernel drops those beyond, and their clients try again after seconds. */
const BACKLOG = 4096
/** Headers are small; whoever needs longer is holding a connection open on purpose. */
const HEADERS_TIMEOUT_MS = 15_000
/** A whole request with its body: a 50 MB upload over a slow line. */
const REQUEST_TIMEOUT_MS = 300_000
/** No byte moved in either direction: a reader who stopped reading, or is gone. */
const SOCKET_IDLE_MS = 120_000
/** Node's own 16 kB is too little for long filters; beyond 64 kB they are an attack or a cookie jar gone wrong. */
const MAX_HEADER_BYTES = 64 * 1024
/**
 * How long a kept-alive connection may idle: longer than common load balancers let it (60 s), so that they and not we
 * close first.
 */
export const KEEP_ALIVE_MS = 65_000

/** The one listener of every process that serves the platform: limits, refusals, overload and the orderly end. */
export function createListener(options: ListenerOptions): Listener {
  const { headers, trustedProxies, log, maxInFlight = MAX_IN_FLIGHT } = options
  const upgraded = new Set<Duplex>()
  /** Since when, by performance.now(). */
  const answering = new Map<ServerResponse, number>()
  const slowClients = createSlowClients({
    refuse(response) {
      response.shouldKeepAlive = false
      refuse(response, { headers, requestId: String(response.getHeader('x-request-id')), ...TOO_SLOW })
    },
  })
  const throughFetch = webListener(options)
  const pipelining = createPipelining()

  const server = createServer(serverOptions(options), take)
  const arrivals = createArrivals(server)
  const drain = createDrain(server, arrivals)
  server.maxHeadersCount = 100
  server.setTimeout(SOCKET_IDLE_MS)
  server.on('timeout', (socket) => {
    const response = [...answering.keys()].find(({ req }) => req.socket === socket)
    if (response) slowClients.giveUp(response)
    else socket.destroy()
  })
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response)
    take(request, response)
  })
  server.on('checkExpectation', (request, response) => {
    refuse(response, { headers, requestId: requestIdOf(request.headers['x-request-id']), ...NOT_EXPECTED })
  })
  refuseMalformed(server, headers)
  server.on('upgrade', (request, socket, head) => {
    // Realtime keeps its own heartbeat; the idle limit is for requests.
    if ('setTimeout' in socket && typeof socket.setTimeout === 'function') socket.setTimeout(0)
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
    socket.on('error', () => socket.destroy())
    if (drain.begun() || !namesOneHost(request)) socket.end(plainRefusal(drain.begun() ? 503 : 400))
    else options.upgrade(request, socket, head, { clientAddress: clientAddress(request, trustedProxies) })
  })

  function take(request: IncomingMessage, response: ServerResponse) {
    pipelining.inTurn(request, response, () => {
      if (drain.begun()) drain.admit(() => answer(request, response))
      else answer(request, response)
    })
  }

  function answer(request: IncomingMessage, response: ServerResponse) {
    // Pipelined behind a request whose response ended the connection.
    if (request.socket.writableEnded) return
    const requestId = requestIdOf(request.headers['x-request-id'])
    if (drain.begun()) response.shouldKeepAlive = false
    if (!namesOneHost(request)) return refuse(response, { headers, requestId, ...BAD_HOST })
    if (request.method === 'TRACE') return refuse(response, { headers, requestId, ...NO_TRACE })
    if (options.first?.(request, response, requestId)) return
    arrivals.inOrder(() => {
      // Its client may have left while it waited.
      if (request.socket.destroyed) return
      slowPath(request, response, requestId).catch((error: unknown) => {
        log.error({ err: error, requestId }, 'a request failed')
        response.destroy()
      })
    })
  }

  async function slowPath(request: IncomingMessage, response: ServerResponse, requestId: string) {
    const isCrowded = answering.size >= maxInFlight && !isHealthCheck(request)
    if (isCrowded) slowClients.makeRoom(answering)
    if (isCrowded || options.isTooMuch?.(request)) {
      options.onShed?.()
      refuse(response, { headers, requestId, ...BUSY })
      return
    }
    const began = performance.now()
    answering.set(response, began)
    slowClients.watch({ request, response, network: networkOf(clientAddress(request, trustedProxies)) })
    response.once('close', () => {
      answering.delete(response)
      options.observe?.({ request, response, requestId, ms: performance.now() - began })
    })
    response.setHeader('x-request-id', requestId)
    if (options.before && (await options.before(request, response))) return
    await throughFetch(request, response)
  }

  return {
    server,
    inFlight: () => answering.size,
    listen: (address) => listen(server, address, log),
    drain(timeoutMs) {
      for (const response of answering.keys()) response.shouldKeepAlive = false
      return drain.run({
        timeoutMs,
        beforeClosing() {
          for (const socket of upgraded) socket.destroy()
        },
      })
    },
  }
}

function serverOptions({ ServerResponse = EarlyClosing }: Pick<ListenerOptions, 'ServerResponse'>) {
  return {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Noticed within a second, so that slow headers cannot add up.
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Refused below, with our headers.
    requireHostHeader: false,
    ServerResponse,
    noDelay: true,
  }
}

function listen(server: Server, address: { host: string; port: number }, log: Log): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ ...address, backlog: BACKLOG }, () => {
      server.off('error', reject)
      server.on('error', (error) => log.error({ err: error }, 'the listener failed'))
      resolve()
    })
  })
}

interface Refusal {
  /** Of every response of this listener. */
  headers: HeaderList
  status: number
  text: string
  requestId: string
}

function refuse(response: ServerResponse, { headers, status, text, requestId }: Refusal) {
  // What follows on the connection of a request that we misread may be anything.
  if (status === 400) response.shouldKeepAlive = false
  const fixed = { 'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(text) }
  const wait = status === 503 ? { 'retry-after': '2' } : {}
  response.writeHead(status, { ...Object.fromEntries(headers), ...fixed, ...wait, 'x-request-id': requestId })
  response.end(text)
}

const BAD_HOST = { status: 400, text: 'Name exactly one host in the Host header.\n' }
/** It would echo headers, and the web's Request cannot have it. */
const NO_TRACE = { status: 405, text: 'TRACE is not answered here.\n' }
const TOO_SLOW = { status: 408, text: 'The request took too long to arrive. Please send it again.\n' }
const NOT_EXPECTED = { status: 417, text: 'Expect can only be 100-continue here.\n' }
const BUSY = { status: 503, text: 'The server is very busy right now. Please try again in a moment.\n' }

/** From node:http to the web's Request and back. The globals stay Node's own: a replaced Response lacks what is newer. */
function webListener({ fetch, trustedProxies }: Pick<ListenerOptions, 'fetch' | 'trustedProxies'>) {
  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      if (!(incoming instanceof IncomingMessage && outgoing instanceof ServerResponse)) throw new TypeError('HTTP/2')
      const requestId = String(outgoing.getHeader('x-request-id'))
      const response = await fetch(request, {
        clientAddress: clientAddress(incoming, trustedProxies),
        requestId,
        incoming,
      })
      // Answered meanwhile: who is too slow hears so without waiting for what was made of half a body.
      if (outgoing.headersSent) {
        response.body?.cancel().catch(() => {})
        return RESPONSE_ALREADY_SENT
      }
      if (!(response instanceof TextResponse)) return response
      sendText(response, outgoing)
      return RESPONSE_ALREADY_SENT
    },
    { overrideGlobalObjects: false },
  )
}

function plainRefusal(status: 400 | 503): string {
  return `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
}

function isHealthCheck({ url }: IncomingMessage): boolean {
  return url === '/healthz' || url === '/readyz' || url === '/metrics'
}
