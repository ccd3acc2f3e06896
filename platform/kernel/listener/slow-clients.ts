import type { IncomingMessage, ServerResponse } from 'node:http'

/** Bodies that are on their way at once from one network: an office that uploads, and no more. */
const MAX_BODIES_PER_NETWORK = 64
/** Of all networks together; the other places are always for those who only read. */
const MAX_BODIES = 256
/** Milliseconds. With every place taken, who has kept us waiting longer than this has to go. */
const PATIENCE_MS = 10_000

export interface SlowClients {
  /** Watches an exchange whose body may take its time; the oldest of too many is cut off. */
  watch(exchange: { request: IncomingMessage; response: ServerResponse; network: string }): void
  /** Cuts off who neither sends nor reads, to make room. `answering` says since when (performance.now()). */
  makeRoom(answering: ReadonlyMap<ServerResponse, number>): void
  /** Ends an exchange that has stood still: with a 408 where the response has not begun and the body is still missing. */
  giveUp(response: ServerResponse): void
}

export interface SlowClientOptions {
  /** Answers that the request took too long. */
  refuse(response: ServerResponse): void
  perNetwork?: number
  altogether?: number
  patienceMs?: number
}

/**
 * A place among the requests in flight costs a slow client nothing: one byte a minute keeps it for five. So what waits
 * for its client counts by itself.
 */
export function createSlowClients(options: SlowClientOptions) {
  const { perNetwork = MAX_BODIES_PER_NETWORK, altogether = MAX_BODIES, patienceMs = PATIENCE_MS } = options
  /** In the order of their arrival. */
  const sending = new Map<IncomingMessage, { network: string; response: ServerResponse }>()
  const counts = new Map<string, number>()

  function forget(request: IncomingMessage) {
    const network = sending.get(request)?.network
    if (network === undefined) return
    sending.delete(request)
    const left = (counts.get(network) ?? 1) - 1
    if (left > 0) counts.set(network, left)
    else counts.delete(network)
  }

  function cutOldest(fits: (network: string) => boolean) {
    for (const [request, { network, response }] of sending) {
      if (!fits(network)) continue
      forget(request)
      giveUp(response)
      return
    }
  }

  function giveUp(response: ServerResponse) {
    if (response.headersSent || response.req.complete) response.destroy()
    else options.refuse(response)
  }

  const slow: SlowClients = {
    giveUp,
    watch({ request, response, network }) {
      // Most bodies come together with their headers: they are whole once this turn is over.
      setImmediate(() => {
        if (request.complete || response.destroyed) return
        sending.set(request, { network, response })
        const count = (counts.get(network) ?? 0) + 1
        counts.set(network, count)
        request.once('end', () => forget(request))
        response.once('close', () => forget(request))
        if (count > perNetwork) cutOldest((other) => other === network)
        if (sending.size > altogether) cutOldest(() => true)
      })
    },
    makeRoom(answering) {
      const before = performance.now() - patienceMs
      for (const [response, began] of answering) {
        if (began > before) return
        const unread = response.writableEnded || response.writableNeedDrain
        if (unread || !response.req.complete) giveUp(response)
      }
    },
  }
  return slow
}
