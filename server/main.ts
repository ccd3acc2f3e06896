import { enableCompileCache } from 'node:module'
import type { StopSignal } from '#platform'
import type { Running } from './start.ts'

// Compiling a thousand modules is most of a start; from the second on they come from the cache.
enableCompileCache()
const { onStopSignals, outageOf, SIGNAL_EXIT_CODES } = await import('#platform')
const { ConfigError, misspelt, readConfig, readEnvironment } = await import('./boot/config.ts')
const { databaseLost, StartError } = await import('./boot/errors.ts')

/** Beyond the drain and the database's own shutdown: something hangs, and the next start recovers. */
const STOP_DEADLINE_MS = 20_000

let running: Running | null = null

onStopSignals({
  stop(signal) {
    if (running) void finish(running)
    else giveUpStart(signal)
  },
  hurry(signal) {
    console.error('Stopped at once. The next start cleans up.')
    process.exit(SIGNAL_EXIT_CODES[signal])
  },
})

try {
  const env = readEnvironment(process.cwd())
  for (const sentence of misspelt(env)) console.error(sentence)
  const config = readConfig(env)
  const { startDahlia } = await import('./start.ts')
  running = await startDahlia({ config, env, development: process.argv.includes('--dev'), say: console.log })
  console.log(`Dahlia is ready at ${running.url}`)
  // To the supervisor, where there is one.
  process.send?.('ready')
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

/**
 * A first start takes its time, and every step of it may end in the middle: a cluster is made in a folder beside, the rest
 * are transactions, and what is missing the next start makes. The database and its tools end with the process.
 */
function giveUpStart(signal: StopSignal): never {
  console.error('Stopped in the middle of the start. The next one goes on from here.')
  process.exit(SIGNAL_EXIT_CODES[signal])
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
  if (outageOf(error) === 'database') return databaseLost(error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
