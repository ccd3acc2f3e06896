import { IncomingMessage, type ServerResponse } from 'node:http'
import { announcesBody } from './early-close.ts'

/**
 * `Expect: 100-continue` (RFC 9110 10.1.1): the sender keeps its body back until it hears that it is wanted. It is, as soon
 * as somebody reads it; whoever is refused before that never sends it. Node itself would ask for every body at once.
 */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse) {
  if (!announcesBody(request)) return
  let isAsked = false
  request._read = function read(size) {
    if (!isAsked && !response.headersSent && !response.destroyed) response.writeContinue()
    isAsked = true
    IncomingMessage.prototype._read.call(this, size)
  }
}
