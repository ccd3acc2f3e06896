import { networkOf } from './client-address.ts'

/** Requests that may be writing rows, by writer, until each has its response. */
export interface WritesUnderWay {
  /** Call what it returns when the response has been handed over. */
  begin(writer: string): () => void
  /** Resolves when what this writer has under way now has been answered; null when that is nothing. */
  answered(writer: string): Promise<void> | null
}

/** A response that has been handed over still has to be sent, and read by a client whose two connections race. */
const ARRIVES_WITHIN_MS = 20

/** Who writes, as far as an address and a token tell: the one who must not hear of its own rows too early. */
export function writerOf(clientAddress: string, { sub, role }: { sub?: unknown; role?: unknown }): string {
  return `${networkOf(clientAddress)} ${String(sub ?? role ?? '')}`
}

export function createWritesUnderWay(): WritesUnderWay {
  const byWriter = new Map<string, Set<Promise<void>>>()
  return {
    begin(writer) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const writes = byWriter.get(writer) ?? new Set()
      byWriter.set(writer, writes)
      writes.add(promise)
      return () => {
        setTimeout(() => {
          writes.delete(promise)
          if (writes.size === 0 && byWriter.get(writer) === writes) byWriter.delete(writer)
          resolve()
        }, ARRIVES_WITHIN_MS).unref()
      }
    },
    answered(writer) {
      const writes = byWriter.get(writer)
      return writes ? Promise.all(writes).then(() => {}) : null
    },
  }
}
