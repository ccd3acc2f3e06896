import { type IncomingMessage, validateHeaderName, validateHeaderValue } from 'node:http'
import { announcesBody, EarlyClosing, KEEP_ALIVE_MS } from '#platform'

/** As long as what goes there: a UUID, and a date of RFC 9110 5.6.7. */
const ID_SLOT = '-'.repeat(36)
const DATE_SLOT = '-'.repeat(29)

/** A whole response, status line to last byte. Only the request's id and the date are filled in for each request. */
export interface PreparedResponse {
  status: 200 | 304
  bytes: Buffer
  idAt: number
  dateAt: number
  bodyAt: number
}

/** `headers`: names and values in turn. */
export function prepareResponse(status: 200 | 304, headers: readonly string[], body: Buffer): PreparedResponse {
  let head = status === 200 ? 'HTTP/1.1 200 OK\r\n' : 'HTTP/1.1 304 Not Modified\r\n'
  for (let i = 0; i < headers.length; i += 2) {
    const [name = '', value = ''] = headers.slice(i, i + 2)
    // What writeHead would have refused: a line break in a value would begin another header, or another response.
    validateHeaderName(name)
    validateHeaderValue(name, value)
    head += `${name}: ${value}\r\n`
  }
  const beforeId = `${head}x-request-id: `
  const beforeDate = `${beforeId}${ID_SLOT}\r\nDate: `
  const end = `\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n\r\n`
  const whole = Buffer.from(beforeDate + DATE_SLOT + end, 'latin1')
  return {
    status,
    bytes: ownCopy([whole, body]),
    idAt: beforeId.length,
    dateAt: beforeDate.length,
    bodyAt: whole.length,
  }
}

/**
 * In memory of its own. What Buffer.from and concat give is often a slice of a slab shared with whatever was made beside
 * it, and one page that is cached for hours would keep all of that.
 */
function ownCopy(parts: readonly Buffer[]): Buffer {
  const copy = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) at += part.copy(copy, at)
  return copy
}

/** The body alone: nothing is ever filled in there, so it may be on its way to any number of readers. */
export function bodyOf({ bytes, bodyAt }: PreparedResponse): Buffer {
  return bytes.subarray(bodyAt)
}

/**
 * node:http's response, which can also be one prepared write: making a header of a dozen lines, checking it, and handing
 * it to the kernel beside the body is half of what a cached page costs.
 */
export class PageResponse<Request extends IncomingMessage = IncomingMessage> extends EarlyClosing<Request> {
  // Node's own, under these names since its first versions: the header as text, and whether it was sent.
  private declare _header: string | null
  private declare _headerSent: boolean

  /** False when this response needs a header of its own: then nothing was sent. */
  sendPrepared(prepared: PreparedResponse, requestId: string): boolean {
    const { socket, req } = this
    // Only bytes that leave at once can be shared, and only a connection that stays is what the header says.
    if (!socket || socket.writableLength > 0 || !this.shouldKeepAlive) return false
    if (req.method !== 'GET' || announcesBody(req) || requestId.length !== ID_SLOT.length) return false
    const { bytes } = prepared
    bytes.write(requestId, prepared.idAt, 'latin1')
    bytes.write(httpDate(), prepared.dateAt, 'latin1')
    this.statusCode = prepared.status
    this._header = 'prepared'
    this._headerSent = true
    this.end(bytes)
    // The kernel took only a part: the rest must not change under the next response's id.
    if (socket.writableLength > 0) prepared.bytes = ownCopy([bytes])
    return true
  }
}

let date = ''
let dateUntil = 0

/** Written once a second. */
function httpDate(): string {
  const now = Date.now()
  if (now >= dateUntil || now < dateUntil - 1000) {
    date = new Date(now).toUTCString()
    dateUntil = now - (now % 1000) + 1000
  }
  return date
}
