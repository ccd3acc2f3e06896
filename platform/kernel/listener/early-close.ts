import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'

/**
 * What is still read of a body nobody wants: a sender that is cut off while it sends gets a reset instead of the
 * response. Beyond these bounds it is cut off all the same, because reading costs us as much as sending costs it.
 */
const DRAIN_BYTES = 32 * 1024 * 1024
const DRAIN_MS = 5_000

type HeaderFields = OutgoingHttpHeaders | OutgoingHttpHeader[]

/**
 * node:http's response, which says `Connection: close` when it is given before the request's body has arrived: what is
 * left of the body would have to be read before the next request on that connection, however long it is. The connection
 * is then closed as RFC 9112 9.6 asks for: our side first, the rest once the sender has finished.
 */
export class EarlyClosing<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override writeHead(status: number, reason?: string, headers?: HeaderFields): this
  override writeHead(status: number, headers?: HeaderFields): this
  override writeHead(status: number, first?: string | HeaderFields, second?: HeaderFields): this {
    if (isArriving(this.req)) {
      this.shouldKeepAlive = false
      closeInTwoSteps(this.req)
    }
    return typeof first === 'string' ? super.writeHead(status, first, second) : super.writeHead(status, first ?? second)
  }
}

export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

function isArriving(request: IncomingMessage): boolean {
  return !request.complete && announcesBody(request)
}

function closeInTwoSteps(request: IncomingMessage) {
  const { socket } = request
  let closing = false
  // Node, and the adapter between it and the web's Request, end a connection with this method and no other.
  socket.destroySoon = () => {
    if (closing) return
    closing = true
    socket.end()
    drain(request).then(() => {
      // Node has forgotten a request whose response is written: whoever still reads its body would wait for ever.
      request.destroy()
      socket.destroy()
    })
  }
}

/** Reads the rest of a body for nothing, within bounds. */
function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = DRAIN_BYTES
    const timer = setTimeout(resolve, DRAIN_MS)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    request.once('close', done)
    request.socket.once('close', done)
    request.once('end', () => whenWritten(request, done))
    // Whoever was reading has gone, and would stop the flow again.
    request.removeAllListeners('readable')
    request.removeAllListeners('data')
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) done()
    })
    request.resume()
  })
}

/** A response longer than the socket's buffer may still be on its way. */
function whenWritten({ socket }: IncomingMessage, then: () => void) {
  if (socket.writableFinished) then()
  else socket.once('finish', then)
}
