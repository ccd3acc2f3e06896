import { busy } from '../errors.ts'

/** Images decoded at the same moment: each may hold some hundred megabytes and a core. */
const CONCURRENT = 2
/** Beyond this an honest "later" is better than a wait that ends in the client's timeout. */
const MAX_WAITING = 64

export interface RenderQueue {
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createRenderQueue(): RenderQueue {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async run(work) {
      if (running >= CONCURRENT) {
        if (waiting.length >= MAX_WAITING) throw busy()
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else {
        running += 1
      }
      try {
        return await work()
      } finally {
        // The place goes straight to the next in line, so nobody can slip in between.
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
