import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { TextResponse } from '../text-response.ts'

/** Writes a text response without the detour over a stream. */
export function sendText(response: TextResponse, outgoing: ServerResponse) {
  const headers: OutgoingHttpHeaders = {}
  for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  headers['content-length'] = Buffer.byteLength(response.content)
  outgoing.writeHead(response.status, response.statusText, headers)
  if (outgoing.req.method === 'HEAD') outgoing.end()
  else outgoing.end(response.content)
}
