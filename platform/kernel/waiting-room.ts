/** Lets a few in at a time; the others wait in order, and are turned away once waiting would take too long. */
export interface WaitingRoom {
  /** Runs the work, or resolves to null when its turn would come too late. */
  run<Result>(work: () => Promise<Result>): Promise<Result | null>
  waiting(): number
  /** Whether work that came now would be turned away. */
  isFull(): boolean
}

export interface WaitingRoomOptions {
  /** At a time: more only makes each of them slower. */
  places: number
  /** Milliseconds that somebody may wait for a place: beyond, a refusal at once is worth more than a late response. */
  patienceMs: number
  now?: () => number
}

/** Of the newest duration: high enough to follow a change within a dozen requests, low enough to forgive one slow one. */
const WEIGHT = 0.1

/** Overload is judged by the time that one more would wait, which says the same of fast and of slow work. */
export function createWaitingRoom({
  places,
  patienceMs,
  now = () => performance.now(),
}: WaitingRoomOptions): WaitingRoom {
  const queue: { since: number; enter(admitted: boolean): void }[] = []
  let busy = 0
  let usualMs = 0

  /** Who has waited too long goes first: by the time of their turn, nobody may be there any more. */
  function next() {
    busy -= 1
    for (let first = queue.shift(); first; first = queue.shift()) {
      const inTime = now() - first.since <= patienceMs
      if (inTime) busy += 1
      first.enter(inTime)
      if (inTime) return
    }
  }

  const isFull = () => busy >= places && (usualMs * (queue.length + 1)) / places > patienceMs

  function admitted(): boolean | Promise<boolean> {
    if (busy < places) {
      busy += 1
      return true
    }
    if (isFull()) return false
    return new Promise((enter) => queue.push({ since: now(), enter }))
  }

  return {
    waiting: () => queue.length,
    isFull,
    async run(work) {
      const entry = admitted()
      if (!(entry === true || (await entry))) return null
      const began = now()
      try {
        return await work()
      } finally {
        usualMs += (now() - began - usualMs) * WEIGHT
        next()
      }
    },
  }
}
