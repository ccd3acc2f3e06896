import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { proxy } from 'hono/proxy'
import type { Log, Platform } from '#platform'

/** Families of a hosted project; functions always run here. */
const HOSTED_PATH = /^\/(auth|rest|storage|realtime|graphql)\/v1(?=[/?]|$)/

/** Of this connection, beside those that hono/proxy knows. Expect is answered by our listener, and refused by fetch(). */
const OF_CONNECTION = ['expect', 'proxy-connection', 'host']

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
      for (const name of [...OF_CONNECTION, ...OURS]) headers.delete(name)
      if (connection) headers.set('x-forwarded-for', connection.clientAddress)
      // The limit is on the wait for the response: a large file may take longer than that to arrive.
      const waiting = new AbortController()
      const timer = setTimeout(() => waiting.abort(), ANSWER_TIMEOUT_MS)
      try {
        const response = await proxy(new URL(pathname + search, hostedUrl), {
          raw: new Request(request, { headers }),
          redirect: 'manual',
          signal: AbortSignal.any([request.signal, waiting.signal]),
        })
        return ofThisOrigin(response, hostedUrl)
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

/** Resumable uploads go on at the address in Location, and the page may only reach its own origin. */
function ofThisOrigin(response: Response, hostedUrl: string): Response {
  const { headers } = response
  const location = headers.get('location')
  if (location?.startsWith(`${hostedUrl}/storage/`)) headers.set('location', location.slice(hostedUrl.length))
  headers.delete('set-cookie')
  return response
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
  upstream.on('upgrade', (response, upstreamSocket, upstreamHead) => {
    const lines = response.rawHeaders.flatMap((name, i) =>
      i % 2 === 0 ? [`${name}: ${response.rawHeaders[i + 1]}`] : [],
    )
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
    socket.write(upstreamHead)
    upstreamSocket.write(head)
    upstreamSocket.pipe(socket).pipe(upstreamSocket)
    upstreamSocket.on('error', () => socket.destroy())
    socket.on('close', () => upstreamSocket.destroy())
  })
  upstream.on('response', (response) => {
    socket.end(
      `HTTP/1.1 ${response.statusCode} ${response.statusMessage}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    )
    response.resume()
  })
  upstream.on('error', (error) => {
    log.warn({ err: error }, 'the hosted project did not take the websocket')
    socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  upstream.end()
}
