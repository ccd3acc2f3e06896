/** Counts what clients make this process keep for as long as they stay. */
export interface ClientMemoryBudget {
  /** Takes `bytes` more (fewer, when negative) for a client; false, and nothing taken, when that is too much. */
  take(client: object, bytes: number): boolean
}

/**
 * A broadcast is gone when it was sent. The topic and settings of a join and a presence stay: a few sockets could fill
 * the memory with them.
 */
export function createClientMemoryBudget({
  perClient,
  altogether,
}: {
  perClient: number
  altogether: number
}): ClientMemoryBudget {
  const held = new WeakMap<object, number>()
  let total = 0
  return {
    take(client, bytes) {
      const own = (held.get(client) ?? 0) + bytes
      if (bytes > 0 && (own > perClient || total + bytes > altogether)) return false
      held.set(client, own)
      total += bytes
      return true
    },
  }
}
