import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import type { Log, Platform } from '#platform'

/** Families of a hosted project; functions always run here. */
const HOSTED_PATH = /^\/(auth|rest|storage|realtime|graphql)\/v1(?=[/?]|$)/

/** Of one connection, never passed on (RFC 9110 7.6.1); the length is counted anew. */
const HOP_BY_HOP = [
  'connection',
  // Answered by our listener, and refused by fetch().
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
]

/** This origin's own, and none of the project's business: it would also keep what a visitor wrote into a forwarding header. */
const OURS = ['cookie', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip']

/** A hosted project answers within a minute or not at all: its own gateway gives up then. */
const ANSWER_TIMEOUT_MS = 60_000

export interface ForwardOptions {
  /** Origin of the hosted project. */
  hostedUrl: string
  /** Runs the functions. */
  local: Pick<Platform, 'fetch' | 'upgrade'>
  log: Log
}

/** Sends the calls that a hosted Supabase project answers there, so that browsers only ever talk to their own origin. */
export function forwardToHosted({ hostedUrl, local, log }: ForwardOptions): Pick<Platform, 'fetch' | 'upgrade'> {
  return {
    async fetch(request, connection) {
      const { pathname, search } = new URL(request.url)
      if (!HOSTED_PATH.test(pathname)) return local.fetch(request, connection)
      const headers = new Headers(request.headers)
      for (const name of [...HOP_BY_HOP, ...OURS]) headers.delete(name)
      if (connection) headers.set('x-forwarded-for', connection.clientAddress)
      // The limit is on the wait for the response: a large file may take longer than that to arrive.
      const waiting = new AbortController()
      const timer = setTimeout(() => waiting.abort(), ANSWER_TIMEOUT_MS)
      try {
        const reply = await fetch(new URL(pathname + search, hostedUrl), {
          method: request.method,
          headers,
          redirect: 'manual',
          signal: AbortSignal.any([request.signal, waiting.signal]),
          ...(request.body ? { body: request.body, duplex: 'half' } : {}),
        })
        return asReceived(reply, hostedUrl)
      } catch (error) {
        if (!request.signal.aborted) log.warn({ err: error, path: pathname }, 'the hosted project did not answer')
        return Response.json(
          { message: 'The hosted project does not answer. Please try again in a moment.' },
          { status: 502 },
        )
      } finally {
        clearTimeout(timer)
      }
    },
    upgrade: (request, socket, head, connection) =>
      tunnel({ ...{ request, socket, head, hostedUrl, log }, visitor: connection?.clientAddress }),
  }
}

/** fetch() has taken the compression off already, so its marks must go as well. */
function asReceived(reply: Response, hostedUrl: string): Response {
  const headers = new Headers(reply.headers)
  const location = headers.get('location')
  // Resumable uploads go on at the address in Location, and the page may only reach its own origin.
  if (location?.startsWith(`${hostedUrl}/storage/`)) headers.set('location', location.slice(hostedUrl.length))
  for (const name of ['content-encoding', 'content-length', 'connection', 'transfer-encoding', 'set-cookie'])
    headers.delete(name)
  return new Response(reply.body, { status: reply.status, statusText: reply.statusText, headers })
}

interface TunnelOptions {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  hostedUrl: string
  log: Log
  visitor: string | undefined
}

/** Repeats the websocket handshake at the hosted project, then passes bytes both ways. */
function tunnel({ request, socket, head, hostedUrl, log, visitor }: TunnelOptions) {
  const target = new URL(request.url ?? '/', hostedUrl)
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest
  const headers: OutgoingHttpHeaders = { ...request.headers, host: target.host }
  for (const name of OURS) delete headers[name]
  const upstream = send(target, { headers: visitor ? { ...headers, 'x-forwarded-for': visitor } : headers })
  upstream.on('upgrade', (reply, upstreamSocket, upstreamHead) => {
    const lines = reply.rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${reply.rawHeaders[i + 1]}`] : []))
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
    socket.write(upstreamHead)
    upstreamSocket.write(head)
    upstreamSocket.pipe(socket).pipe(upstreamSocket)
    upstreamSocket.on('error', () => socket.destroy())
    socket.on('close', () => upstreamSocket.destroy())
  })
  upstream.on('response', (reply) => {
    socket.end(`HTTP/1.1 ${reply.statusCode} ${reply.statusMessage}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    reply.resume()
  })
  upstream.on('error', (error) => {
    log.warn({ err: error }, 'the hosted project did not take the websocket')
    socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  upstream.end()
}
