/** Thrown when more work waits than can be done in good time. */
export class QueueFullError extends Error {
  constructor() {
    super('Too many pictures are waiting to be made.')
    this.name = 'QueueFullError'
  }
}

export interface Queue {
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

/** At most `atOnce` pieces of work at a time and `waiting` behind them, first come first served; more are refused. */
export function createQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): Queue {
  const next: (() => void)[] = []
  let running = 0
  return {
    async run(work) {
      if (running < atOnce) running += 1
      else if (next.length >= waiting) throw new QueueFullError()
      // Whoever ends hands its place over, so `running` stays.
      else await new Promise<void>((resolve) => next.push(resolve))
      try {
        return await work()
      } finally {
        const following = next.shift()
        if (following) following()
        else running -= 1
      }
    },
  }
}
