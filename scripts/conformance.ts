import { enableCompileCache } from 'node:module'
import { pino } from 'pino'
import { isFunctionFault, onStopSignals, SIGNAL_EXIT_CODES, startStandalone } from '#platform'
import { readCommandLine, USAGE } from './conformance/command-line.ts'
import { clientEnvironment } from './conformance/environment.ts'
import { findCheckout } from './conformance/find-checkout.ts'
import { runCommand } from './conformance/run-command.ts'

/** Runs somebody's tests against a fresh platform and ends as they ended. */
async function main(): Promise<number> {
  const args = process.argv.slice(2)
  if (args.length === 0 || args[0] === '--help') {
    console.log(USAGE)
    return args.length === 0 ? 2 : 0
  }
  const { options, command, cwd } = readCommandLine(args)
  const folder = cwd ?? (await findCheckout(options.configFile))
  const log = pino({ level: options.verbose ? 'debug' : 'error' }, pino.destination(2))
  enableCompileCache()
  const stopped = new AbortController()
  onStopSignals({ stop: (signal) => stopped.abort(signal), hurry: (signal) => process.exit(SIGNAL_EXIT_CODES[signal]) })
  process.on('uncaughtException', (error) => {
    if (!isFunctionFault(error)) fail(error)
    log.error({ err: error }, 'a function failed outside of a call')
  })
  const { announcement, stop } = await startStandalone(options, log)
  try {
    for (const warning of announcement.warnings) console.error(`warning: ${warning}`)
    console.error(`conformance: ${announcement.url} runs ${command.join(' ')} in ${folder}`)
    const env = clientEnvironment(announcement)
    const { exitCode, sentence } = await runCommand({ command, cwd: folder, env, signal: stopped.signal })
    console.error(`conformance: ${command.join(' ')} ${sentence}`)
    return exitCode
  } finally {
    await stop()
  }
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

main().then((exitCode) => process.exit(exitCode), fail)
