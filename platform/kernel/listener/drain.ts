import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause, setImmediate as untilRead } from 'node:timers/promises'
import type { Arrivals } from './arrivals.ts'

/**
 * First kept-alive connections hear `Connection: close` with an answer while new ones are still taken; at the end
 * those just taken may still ask. Closing at once would cut requests that are on their way.
 */
const LAST_ANSWERS_MS = 250
/** Visitors connect again within this after an answer, also where they and we wait for a busy processor. */
const QUIET_MS = 100
/** New visitors may keep coming: then the door closes on some, whom a load balancer sends elsewhere. */
const PATIENCE_MS = 1_000

export interface Drain {
  begun(): boolean
  /** Answers at once, or, in the moment in which the door closes, right after it. */
  admit(answer: () => void): void
  /** Resolves when the last connection is closed; cuts what is left after the time. */
  run(options: { timeoutMs: number; beforeClosing(): void }): Promise<void>
}

/** Closes a server without cutting off a request that the kernel, or Node, had already taken. */
export function createDrain(server: Server, arrivals: Pick<Arrivals, 'untilNoneComes'>): Drain {
  const held: (() => void)[] = []
  let begun = false
  let holding = false
  let lastConnection = 0
  server.on('connection', () => {
    lastConnection = performance.now()
  })

  /**
   * The kernel resets connections that wait to be accepted when the door closes. While answers are held back nobody
   * who was answered comes again, so that queue empties, by one connection a turn.
   */
  async function untilNobodyKnocks() {
    const deadline = performance.now() + PATIENCE_MS
    while (performance.now() < deadline && performance.now() - lastConnection < QUIET_MS) await pause(5)
    await arrivals.untilNoneComes()
  }

  return {
    begun: () => begun,
    admit(answer) {
      if (holding) held.push(answer)
      else answer()
    },
    async run({ timeoutMs, beforeClosing }) {
      begun = true
      await pause(LAST_ANSWERS_MS)
      beforeClosing()
      holding = true
      await untilNobodyKnocks()
      // Not http's own close, which would also cut connections that were taken a moment ago and have not asked yet.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
      holding = false
      for (const answer of held.splice(0)) answer()
      await pause(LAST_ANSWERS_MS)
      // After a moment without the processor, timers run before what arrived meanwhile is read: a connection would be
      // closed as idle, and its request lost.
      await untilRead()
      server.closeIdleConnections()
      const cut = setTimeout(() => server.closeAllConnections(), timeoutMs)
      await closed
      clearTimeout(cut)
    },
  }
}
