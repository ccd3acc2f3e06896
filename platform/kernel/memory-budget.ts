/** Bytes that all requests of the process together may hold at once, whatever each of them may hold by itself. */
export interface MemoryBudget {
  /** A reservation that grows while a body arrives. Release it when the bytes are no longer needed. */
  open(): Reservation
  usedBytes(): number
}

export interface Reservation {
  /** False when the bytes do not fit; nothing is reserved then. */
  take(bytes: number): boolean
  /** Gives everything back; a second call does nothing. */
  release(): void
}

export function createMemoryBudget({ totalBytes }: { totalBytes: number }): MemoryBudget {
  let used = 0
  return {
    usedBytes: () => used,
    open() {
      let own = 0
      let open = true
      return {
        take(bytes) {
          if (!open || used + bytes > totalBytes) return false
          used += bytes
          own += bytes
          return true
        },
        release() {
          open = false
          used -= own
          own = 0
        },
      }
    },
  }
}
