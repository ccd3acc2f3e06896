import { createMemoryBudget } from './memory-budget.ts'

/** Work that needs much memory for a moment waits here, first come first served, until its bytes are free. */
export interface ByteGate {
  readonly totalBytes: number
  /** Never more than `totalBytes`: whoever asks for more would wait for ever, so that is the caller's mistake. */
  run<Result>(bytes: number, work: () => Promise<Result>): Promise<Result>
}

export function createByteGate(totalBytes: number): ByteGate {
  const budget = createMemoryBudget({ totalBytes })
  const waiting: (() => boolean)[] = []
  const admit = () => {
    while (waiting[0]?.()) waiting.shift()
  }
  return {
    totalBytes,
    async run(bytes, work) {
      if (bytes > totalBytes) throw new RangeError(`${bytes} bytes are more than there ever are (${totalBytes}).`)
      const reservation = budget.open()
      // A small one does not pass a large one that waits: it would never have its turn.
      if (waiting.length > 0 || !reservation.take(bytes)) {
        await new Promise<void>((resolve) => {
          waiting.push(() => {
            const taken = reservation.take(bytes)
            if (taken) resolve()
            return taken
          })
        })
      }
      try {
        return await work()
      } finally {
        reservation.release()
        admit()
      }
    },
  }
}
