import { connect, createServer, type Socket } from 'node:net'
import { listen } from './listen.ts'

/** A way to a database that can be cut as a network is: nothing is refused, nothing is closed, and nothing arrives. */
export interface DatabaseRoute extends AsyncDisposable {
  /** The database's connection string by this way. */
  url: string
  /** Nothing goes through any more, on connections that are open as well. */
  cut(): void
  /** New connections go through; those of before the cut never do again. */
  mend(): void
}

export interface DatabaseRouteOptions {
  databaseUrl: string
  /** What stands before the database and speaks with the client first; the socket that it returns speaks its protocol. */
  front?: (socket: Socket) => Promise<NodeJS.ReadWriteStream>
}

export async function openDatabaseRoute({ databaseUrl, front }: DatabaseRouteOptions): Promise<DatabaseRoute> {
  const { hostname, port } = new URL(databaseUrl)
  let isCut = false
  const sockets = new Set<Socket>()
  const server = createServer(async (socket) => {
    keep(socket)
    // What came before this is read and lost.
    if (isCut) return void socket.on('data', () => {})
    const near = front ? await front(socket).catch(() => null) : socket
    if (!near) return
    const far = connect(Number(port), hostname)
    keep(far)
    socket.on('close', () => far.destroy())
    far.on('close', () => socket.destroy())
    near.on('data', (bytes: Buffer) => lost.has(socket) || far.write(bytes))
    far.on('data', (bytes: Buffer) => lost.has(socket) || near.write(bytes))
  })
  const lost = new WeakSet<Socket>()
  function keep(socket: Socket) {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const { port: ownPort, close } = await listen(server)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(ownPort)
  return {
    url: url.href,
    cut() {
      isCut = true
      for (const socket of sockets) lost.add(socket)
    },
    mend() {
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await close()
    },
  }
}
