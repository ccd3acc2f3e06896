import type { Server } from 'node:net'

/**
 * Requests begun in one turn of the loop. A refused client asks again at once, and 900 refusals in one turn (100 ms and
 * more) would come between any two steps of a page that is being made.
 */
const PER_TURN = 32
/**
 * Of a turn's time, what requests beyond those may take. A turn of a process that gets little of its processor lasts half
 * a second: by their number alone, the last of 900 would be refused after fifteen seconds.
 */
const SHARE_OF_TURN = 1 / 8
/** Milliseconds that requests stand back for connections: those that never end must not keep everybody waiting. */
const PATIENCE_MS = 1_000

export interface Arrivals {
  /** Runs `begin` now, or in a later turn. */
  inOrder(begin: () => void): void
  /** Resolves after a turn in which nobody connected: the kernel has no connection left for us. */
  untilNoneComes(): Promise<void>
}

export interface ArrivalOptions {
  perTurn?: number
  shareOfTurn?: number
  patienceMs?: number
}

/**
 * Begins requests in their order, so that a crowd can be refused quickly while pages are made.
 *
 * Node accepts one connection in each turn of its loop (libuv since 1.45). With 40 ms of rendering in every turn, 900
 * clients that come at once would wait 36 s until their requests are read, and no refusal could reach them. So requests
 * begin after a turn in which nobody came: such turns take microseconds.
 */
export function createArrivals(server: Server, options: ArrivalOptions = {}): Arrivals {
  const { perTurn = PER_TURN, shareOfTurn = SHARE_OF_TURN, patienceMs = PATIENCE_MS } = options
  const waiting: (() => void)[] = []
  let ticking = false
  let tickedAt = 0
  let begun = 0
  /** Since the last turn. */
  let othersCame = false
  /** By performance.now(); Infinity while nobody comes. */
  let comingSince = Number.POSITIVE_INFINITY

  server.on('connection', () => {
    othersCame = true
    comingSince = Math.min(comingSince, performance.now())
    tick()
  })

  function tick() {
    if (ticking) return
    ticking = true
    tickedAt = performance.now()
    setImmediate(turn)
  }

  /** Between two turns of the loop. */
  function turn() {
    const now = performance.now()
    const until = now + (now - tickedAt) * shareOfTurn
    ticking = false
    begun = 0
    const mayMoreCome = othersCame && now - comingSince < patienceMs
    othersCame = false
    if (mayMoreCome) return tick()
    comingSince = Number.POSITIVE_INFINITY
    const mayBegin = () => begun < perTurn || performance.now() < until
    for (let begin = waiting[0]; begin && mayBegin(); begin = waiting[0]) {
      waiting.shift()
      begun += 1
      begin()
    }
    if (waiting.length > 0) tick()
  }

  return {
    untilNoneComes: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve)
        tick()
      }),
    inOrder(begin: () => void) {
      tick()
      if (waiting.length > 0 || begun >= perTurn || comingSince !== Number.POSITIVE_INFINITY) waiting.push(begin)
      else {
        begun += 1
        begin()
      }
    },
  }
}
