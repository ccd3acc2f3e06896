import PQueue from 'p-queue'

/** Runs a few pieces of work at a time; a bounded number waits in order, more are refused at once. */
export interface BoundedQueue {
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

export interface BoundedQueueOptions {
  /** At a time: more only makes each of them slower. */
  concurrency: number
  /** Beyond this, an honest refusal is better than a wait that ends in the client's timeout. */
  maxWaiting: number
  /** The error of whoever is refused. */
  refuse(): Error
}

export function createBoundedQueue({ concurrency, maxWaiting, refuse }: BoundedQueueOptions): BoundedQueue {
  const queue = new PQueue({ concurrency })
  return {
    async run(work) {
      if (queue.pending >= concurrency && queue.size >= maxWaiting) throw refuse()
      return queue.add(work)
    },
  }
}
