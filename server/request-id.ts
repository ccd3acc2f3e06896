import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What a proxy in front may send: enough for every known tracer, nothing that could break a log line. */
const ACCEPTABLE = /^[\w.:=+/-]{8,128}$/

/** The id that names this request in answers and logs: the proxy's, or a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && ACCEPTABLE.test(given) ? given : randomUUID()
}
