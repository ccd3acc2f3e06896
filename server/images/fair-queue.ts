export interface FairQueue {
  /** Does the work when there is a place for that name; rejects when too many wait. */
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

export interface FairQueueOptions {
  concurrency: number
  /** Of any one name at a time. */
  maxEach: number
  maxWaiting: number
  /** The error of whoever is refused. */
  refuse(): Error
}

/** A bounded queue that no single name can fill with work that does not end: others pass by those that wait for theirs. */
export function createFairQueue({ concurrency, maxEach, maxWaiting, refuse }: FairQueueOptions): FairQueue {
  const running = new Map<string, number>()
  const waiting: { name: string; begin: () => void }[] = []
  let total = 0

  const hasPlace = (name: string) => total < concurrency && (running.get(name) ?? 0) < maxEach
  function take(name: string) {
    total += 1
    running.set(name, (running.get(name) ?? 0) + 1)
  }
  function giveBack(name: string) {
    total -= 1
    const left = (running.get(name) ?? 1) - 1
    if (left > 0) running.set(name, left)
    else running.delete(name)
    const at = waiting.findIndex((next) => hasPlace(next.name))
    const [next] = at === -1 ? [] : waiting.splice(at, 1)
    if (!next) return
    take(next.name)
    next.begin()
  }

  return {
    async run(name, work) {
      if (hasPlace(name)) take(name)
      else if (waiting.length >= maxWaiting) throw refuse()
      // Whoever gives a place back takes it for the next one, so that nobody comes between.
      else await new Promise<void>((begin) => waiting.push({ name, begin }))
      try {
        return await work()
      } finally {
        giveBack(name)
      }
    },
  }
}
