/** Facts that hold for a while, the newest `max` of them. */
export interface Recent<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

export function createRecent<Value>(options: { max: number; forMs: number; now: () => number }): Recent<Value> {
  const { max, forMs, now } = options
  const known = new Map<string, { value: Value; until: number }>()
  return {
    get(key) {
      const found = known.get(key)
      if (found && found.until > now()) return found.value
      known.delete(key)
      return undefined
    },
    set(key, value) {
      known.delete(key)
      known.set(key, { value, until: now() + forMs })
      const oldest = known.keys().next().value
      if (known.size > max && oldest !== undefined) known.delete(oldest)
    },
  }
}
