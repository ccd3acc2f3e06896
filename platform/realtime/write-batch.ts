import type { Duplex } from 'node:stream'

/** Emptying the sockets' buffers goes on for this long at most before everything else has its turn. */
const SLICE_MS = 5
const SOCKETS_PER_LOOK = 16

/**
 * Holds what is written to each socket until everything that has come in meanwhile is worked off, so that a socket
 * which hears ten messages at once costs one system call. A lone message waits for nothing but its neighbours.
 */
export function createWriteBatch() {
  const corked = new Set<Duplex>()

  function flush() {
    const until = performance.now() + SLICE_MS
    let count = 0
    for (const socket of corked) {
      corked.delete(socket)
      socket.uncork()
      count += 1
      if (count % SOCKETS_PER_LOOK === 0 && performance.now() > until) break
    }
    if (corked.size > 0) setImmediate(flush)
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
