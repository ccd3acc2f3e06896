/** Ctrl-C under npm arrives twice, from the terminal and from npm: only a later signal is somebody in a hurry. */
const SAME_SIGNAL_MS = 1000

/** SIGHUP: the terminal was closed. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type StopSignal = (typeof STOP_SIGNALS)[number]

export interface StopHandlers {
  /** The first request to stop: an orderly one. */
  stop(signal: StopSignal): void
  /** Asked again: end at once. */
  hurry(signal: StopSignal): void
}

/** What a shell reports for a program that a signal ended. */
export const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/**
 * Calls `stop` at the first signal, or when the parent that opened a channel to this process is gone, however it ended:
 * a supervisor, or a test, that is killed must leave nothing running.
 */
export function onStopSignals({ stop, hurry }: StopHandlers): void {
  let askedAt: number | null = null
  const asked = (signal: StopSignal) => {
    if (askedAt === null) {
      askedAt = performance.now()
      stop(signal)
    } else if (performance.now() - askedAt >= SAME_SIGNAL_MS) hurry(signal)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, () => asked(signal))
  surviveClosedOutput()
  if (!process.connected) return
  process.once('disconnect', () => asked('SIGTERM'))
  process.channel?.unref()
}

/** Without a listener the next line after the terminal was closed, or `| head` has ended, would end the process. */
export function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
