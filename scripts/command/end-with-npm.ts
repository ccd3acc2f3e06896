import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { SIGNAL_EXIT_CODES, STOP_SIGNALS, surviveClosedOutput } from '#platform'
import { npmAbove } from './npm-above.ts'

/** What a look costs is nothing; a restart by a supervisor comes later than this. */
const LOOK_EVERY_MS = 200

/**
 * npm runs a command by way of `sh -c`. A SIGTERM to npm ends that shell and tells the command nothing; a SIGHUP or a
 * kill -9 ends npm and tells nobody. So the command looks whether they are there, and takes their end for a SIGTERM.
 * Started without npm it is left alone: whoever does that may mean it to outlive its shell.
 */
export function endWithNpm(): void {
  endOnSignals()
  if (process.env.npm_lifecycle_event === undefined) return
  const isThere = npmAbove()
  const timer = setInterval(() => {
    if (isThere()) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  timer.unref()
}

/**
 * For commands that have nothing to finish. Ended by exit, not by the signal itself, so that what is registered for the
 * exit (an embedded database's stop) is done, and what the command started ends with it.
 */
function endOnSignals(): void {
  surviveClosedOutput()
  const children = new Set<ChildProcess>()
  subscribe('child_process', (message) => {
    const child = startedBy(message)
    if (!child) return
    children.add(child)
    child.once('exit', () => children.delete(child))
  })
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      // The command has its own way to stop.
      if (process.listenerCount(signal) > 1) return
      for (const child of children) child.kill('SIGTERM')
      process.exit(SIGNAL_EXIT_CODES[signal])
    })
  }
}

function startedBy(message: unknown): ChildProcess | null {
  return isStart(message) ? message.process : null
}

function isStart(message: unknown): message is { process: ChildProcess } {
  return typeof message === 'object' && message !== null && 'process' in message
}
