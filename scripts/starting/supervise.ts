import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { SIGNAL_EXIT_CODES, type StopSignal } from '#platform'

export interface SupervisorOptions {
  /** Starts the process with a channel, on which it sends `ready`. */
  start(): ChildProcess
  say(line: string): void
  /** What its lines call the process. */
  name?: string
  times?: Partial<typeof TIMES>
}

export interface Ended {
  /** What the supervisor should end with. */
  code: number
  /** Whether the process ended by itself, so that it has stopped what it started. */
  orderly: boolean
}

export interface Supervisor {
  ended: Promise<Ended>
  stop(signal: StopSignal): void
}

const TIMES = {
  /** Visitors should not notice one crash; a crash with a lasting cause must not keep the machine busy. */
  firstDelayMs: 100,
  longestDelayMs: 10_000,
  /** A process that lived this long has recovered: the next crash is the first again. */
  healthyMs: 60_000,
  /** The process ends by itself within 20 s; longer, and it is frozen. */
  stopMs: 22_000,
}

/** In a row: with the delays above, about 35 s in which a port or a database may come back. */
const MOST_RESTARTS = 9

/**
 * Keeps one process running: started again when it dies after it was ready (an exception, the system's out-of-memory
 * killer), with growing delays. A process that ends before it was ever ready has said why: starting it again would not
 * help. An orderly stop, whoever asked for it, is the end.
 */
export function supervise({ start, say, name = 'Dahlia', times }: SupervisorOptions): Supervisor {
  const { firstDelayMs, longestDelayMs, healthyMs, stopMs } = { ...TIMES, ...times }
  const stopping = new AbortController()
  let child: ChildProcess | null = null

  async function run(): Promise<Ended> {
    let wasReady = false
    let crashes = 0
    for (;;) {
      child = start()
      const end = await endOf(child)
      child = null
      wasReady ||= end.readyForMs !== null
      const orderly = end.signal === null
      if (stopping.signal.aborted || isOrderlyStop(end.code)) return { code: end.code ?? 1, orderly }
      if (!wasReady) return { code: end.code ?? 1, orderly }
      crashes = (end.readyForMs ?? 0) >= healthyMs ? 1 : crashes + 1
      const how = end.signal ? `was killed by ${end.signal}` : `ended with code ${end.code}`
      if (crashes > MOST_RESTARTS) {
        say(`${name} ${how}, ${crashes} times in a row: it is not started again. The reason stands above.`)
        return { code: 1, orderly }
      }
      say(`${name} ${how}; starting it again.`)
      const delayMs = Math.min(firstDelayMs * 2 ** (crashes - 1), longestDelayMs)
      await pause(delayMs, null, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return { code: 0, orderly }
    }
  }

  return {
    ended: run(),
    stop(signal) {
      child?.kill(signal)
      if (stopping.signal.aborted) return
      stopping.abort()
      const frozen = child
      setTimeout(() => frozen?.kill('SIGKILL'), stopMs).unref()
    },
  }
}

interface End {
  code: number | null
  signal: NodeJS.Signals | null
  /** Null: it was not ready at all. */
  readyForMs: number | null
}

function endOf(child: ChildProcess): Promise<End> {
  let readyAt: number | null = null
  child.on('message', (message) => {
    if (message === 'ready') readyAt = performance.now()
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      resolve({ code, signal, readyForMs: readyAt === null ? null : performance.now() - readyAt })
    })
  })
}

/** 0, or that of a process that was asked twice and ended at once. */
function isOrderlyStop(code: number | null): boolean {
  return code === 0 || Object.values(SIGNAL_EXIT_CODES).some((each) => each === code)
}
