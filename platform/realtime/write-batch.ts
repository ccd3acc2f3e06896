import type { Duplex } from 'node:stream'

/**
 * Holds what is written to each socket until everything that has come in meanwhile is worked off, so that a socket
 * which hears ten messages at once costs one system call. A lone message waits for nothing but its neighbours.
 */
export function createWriteBatch() {
  const corked = new Set<Duplex>()

  function flush() {
    for (const socket of corked) socket.uncork()
    corked.clear()
  }

  return function write(socket: Duplex, frame: Buffer) {
    if (!corked.has(socket)) {
      if (corked.size === 0) setImmediate(flush)
      socket.cork()
      corked.add(socket)
    }
    socket.write(frame)
  }
}

export type Write = ReturnType<typeof createWriteBatch>
