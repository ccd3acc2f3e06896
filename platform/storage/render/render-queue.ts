import { type BoundedQueue, createBoundedQueue } from '../../kernel/bounded-queue.ts'
import { busy } from '../errors.ts'

/** Images decoded at the same moment: each may hold some hundred megabytes and a core. */
const CONCURRENT = 2
/** Beyond this an honest "later" is better than a wait that ends in the client's timeout. */
const MAX_WAITING = 64

export function createRenderQueue(): BoundedQueue {
  return createBoundedQueue({ concurrency: CONCURRENT, maxWaiting: MAX_WAITING, refuse: busy })
}
