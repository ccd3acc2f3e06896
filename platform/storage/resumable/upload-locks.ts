import { ERRORS, type Lock, type Locker } from '@tus/server'

/** Milliseconds a request waits for its turn: a holder that is asked to stop ends within a second or two. */
const WAIT_MS = 30_000

interface Holder {
  /** Asks whoever holds the lock to stop early: a piece that nobody sends any more gives way. */
  requestRelease: () => void | Promise<void>
  released: Promise<void>
  release(): void
}

/**
 * One upload is worked on by one request at a time. A waiting request sleeps until the holder is done; the library's own
 * locker asks again in every turn of the event loop, which costs a whole core for as long as a large file is finished.
 */
export class UploadLocks implements Locker {
  readonly #holders = new Map<string, Holder>()
  readonly #waitMs: number

  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs
  }

  newLock(id: string): Lock {
    let own: Holder | undefined
    return {
      lock: async (signal, requestRelease) => {
        const late = AbortSignal.timeout(this.#waitMs)
        const given = AbortSignal.any([signal, late])
        for (let holder = this.#holders.get(id); holder; holder = this.#holders.get(id)) {
          await holder.requestRelease()
          await Promise.race([holder.released, aborted(given)])
          if (given.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
        }
        own = newHolder(requestRelease)
        this.#holders.set(id, own)
      },
      unlock: async () => {
        if (!own || this.#holders.get(id) !== own) throw new Error(`The lock of upload ${id} is not held here.`)
        this.#holders.delete(id)
        own.release()
      },
    }
  }

  /** Does work that must not be cut short, alone on this upload. */
  async alone<Result>(id: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const lock = this.newLock(id)
    await lock.lock(signal, () => {})
    try {
      return await work()
    } finally {
      await lock.unlock()
    }
  }
}

function newHolder(requestRelease: Holder['requestRelease']): Holder {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { requestRelease, released: promise, release: resolve }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
