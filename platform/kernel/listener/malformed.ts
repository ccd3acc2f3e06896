import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HeaderList } from '../header-list.ts'

/** What Node's parser found, by its code; everything else it refuses is a 400. */
const STATUS_BY_CODE: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
const MESSAGES: Record<number, string> = {
  431: 'The headers of the request are too large.',
  413: 'The request is too large.',
  408: 'The request took too long to arrive.',
}
/** A sender that is cut off while it still sends gets a reset instead of the response. */
const LINGER_MS = 1_000

/** Refuses what never becomes a request (broken syntax, oversized or slow headers) with the headers of every response. */
export function refuseMalformed(server: Server, headers: HeaderList) {
  const refused = new WeakSet<Duplex>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The parser reports every further piece of the same broken request.
    if (refused.has(socket)) return
    refused.add(socket)
    if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) {
      socket.destroy()
      return
    }
    socket.end(plainRefusal(STATUS_BY_CODE[error.code ?? ''] ?? 400, headers))
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
}

function plainRefusal(status: number, headers: HeaderList): string {
  const message = MESSAGES[status] ?? 'The request cannot be read.'
  // Clients read the body of a refusal as JSON, whichever service they meant.
  const body = JSON.stringify({ code: status, msg: message, message, error: message })
  const own: HeaderList = [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(body))],
  ]
  const lines = [...headers, ...fixedHeaders(), ...own].map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`
}

function fixedHeaders(): HeaderList {
  return [
    ['x-request-id', randomUUID()],
    ['Date', new Date().toUTCString()],
    ['Connection', 'close'],
  ]
}

/** A response whose head is out cannot be followed by another. */
function isAnswering(socket: Duplex): boolean {
  return '_httpMessage' in socket && socket._httpMessage instanceof ServerResponse && socket._httpMessage.headersSent
}

/** A host as RFC 3986 writes it, with a port where there is one. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d{0,5})?$/i

/**
 * A request must name its host once (RFC 9112 3.2): with two, a proxy in front and we could each believe another one.
 * Node keeps the first in silence.
 */
export function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  let isHost = true
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') {
      hosts += 1
      isHost &&= HOST.test(rawHeaders[i + 1] ?? '')
    }
  }
  return (hosts === 1 && isHost) || (hosts === 0 && httpVersion === '1.0')
}
