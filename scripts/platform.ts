import { enableCompileCache } from 'node:module'
import { pino } from 'pino'
import { isFunctionFault, onStopSignals, readOptions, startStandalone, USAGE } from '#platform'

/** The backend alone. Prints one line of JSON with its address and keys on standard output when it is ready. */
async function main() {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return console.log(USAGE)
  const options = readOptions(args)
  const log = pino({ level: options.verbose ? 'debug' : 'warn' }, pino.destination(2))
  // Compiling a thousand modules is most of a start; the second one takes them from the cache.
  enableCompileCache()
  const starting = startStandalone(options, log)
  process.on('uncaughtException', (error) => {
    if (!isFunctionFault(error)) fail(error)
    log.error({ err: error }, 'a function failed outside of a call')
  })
  // From the very beginning: a start that is interrupted must not leave its database running.
  stopOnSignal(() => starting.then(({ stop }) => stop()))
  const { announcement } = await starting
  for (const warning of announcement.warnings) console.error(`warning: ${warning}`)
  if (announcement.ignored.length > 0) console.error(`without effect here: ${announcement.ignored.join(', ')}`)
  console.log(JSON.stringify(announcement))
}

function stopOnSignal(stop: () => Promise<void>) {
  onStopSignals({
    stop: () => void stop().then(() => process.exit(0), fail),
    hurry: () => process.exit(1),
  })
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

main().catch(fail)
