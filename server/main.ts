import { enableCompileCache } from 'node:module'
import { ConfigError, readConfig, readEnvironment } from './config.ts'
import { StartError } from './errors.ts'
import type { Running } from './start.ts'

/** Beyond the drain and the database's own shutdown: something hangs, and the next start recovers. */
const STOP_DEADLINE_MS = 20_000

/** Ctrl-C under npm arrives twice, from the terminal and from npm: only a later signal is somebody in a hurry. */
const SAME_SIGNAL_MS = 1_000

let running: Running | null = null
let stopping = false
let askedAt = 0

process.on('SIGINT', stop)
process.on('SIGTERM', stop)

try {
  const env = readEnvironment(process.cwd())
  const config = readConfig(env)
  // Compiling a thousand modules is most of a start; from the second on they come from the cache.
  enableCompileCache()
  const { startDahlia } = await import('./start.ts')
  running = await startDahlia({ config, env, development: process.argv.includes('--dev') })
  if (stopping) await finish(running)
  console.log(announcement(running))
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

/** Written in one go, so that whoever waits for the first line has all of them. */
function announcement({ url, firstAdmin }: Running): string {
  const ready = `Dahlia is ready at ${url}`
  if (!firstAdmin) return ready
  return `${ready}\nSign in at ${url}/admin/login as ${firstAdmin.email} with ${firstAdmin.password}`
}

/** The first signal stops in order, also in the middle of the start; the second does not wait. */
function stop(signal: NodeJS.Signals) {
  if (stopping && performance.now() - askedAt < SAME_SIGNAL_MS) return
  if (stopping) {
    console.error('Stopped at once. The next start cleans up.')
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  stopping = true
  askedAt = performance.now()
  if (running) void finish(running)
}

async function finish({ stop }: Running): Promise<never> {
  const deadline = setTimeout(() => {
    console.error('Stopping took too long. The next start cleans up.')
    process.exit(1)
  }, STOP_DEADLINE_MS)
  deadline.unref()
  try {
    await stop()
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
  process.exit(0)
}

/** Expected failures are a sentence; anything else is a fault of ours, and its stack is what helps. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
