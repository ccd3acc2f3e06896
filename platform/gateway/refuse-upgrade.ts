import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Answers a websocket upgrade with a plain HTTP refusal and closes the connection. */
export async function refuseUpgrade(socket: Duplex, refusal: Response): Promise<void> {
  const body = await refusal.text()
  socket.on('error', () => {}) // the peer may be gone already, which is as good as told
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}
