import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Requests that a connection may have waiting behind the one under way. Browsers send none, clients that pipeline a
 * few; one read of 64 kB holds 2,400 of the shortest, and each would hold its whole response in memory.
 */
const MAX_WAITING = 32

/**
 * Answers the requests of one connection one at a time: the next when the response before it has left the process, so
 * that whoever does not read gets no second one. A connection with too many waiting is closed.
 */
export function createPipelining(maxWaiting = MAX_WAITING) {
  const waiting = new WeakMap<Socket, number>()
  return {
    inTurn(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
      const { socket } = request
      // node:http gives a response the socket only when those before it are finished.
      if (response.socket !== null) {
        answer()
        return
      }
      const ahead = waiting.get(socket) ?? 0
      if (ahead >= maxWaiting) {
        socket.destroy()
        return
      }
      waiting.set(socket, ahead + 1)
      response.once('socket', () => {
        waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
        // Others' requests are read between any two of this connection.
        setImmediate(() => {
          if (!socket.destroyed) answer()
        })
      })
    },
  }
}
