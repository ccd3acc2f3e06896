import { once } from 'node:events'
import type { Server, Socket } from 'node:net'

export interface Listening extends AsyncDisposable {
  port: number
  /** http://127.0.0.1:<port> */
  url: string
  /** Stops listening, and cuts whoever is still connected. */
  close(): Promise<void>
}

/** Lets a test's own small server, HTTP or plain sockets, listen on a free port; the loopback, where none is named. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('close', () => sockets.delete(socket))))
  await once(server.listen(0, host), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A server on a port has an address.')
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return { port: address.port, url: `http://127.0.0.1:${address.port}`, close, [Symbol.asyncDispose]: close }
}
