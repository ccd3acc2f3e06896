import { checkPort, localAddress } from './boot/check-port.ts'
import type { Config, Environment } from './boot/config.ts'
import { prepareDataDir } from './boot/database.ts'
import { createOutboundFetch } from './http/outbound-fetch.ts'
import { createLog } from './observability/log.ts'
import { startBackend } from './start-backend.ts'
import { startPages } from './start-pages.ts'

export interface StartOptions {
  config: Config
  env: Environment
  development: boolean
  /** The way out to addresses that people and feeds gave us; tests lead it to their fakes. */
  outboundFetch?: typeof fetch
  /** Lines for the operator's eyes, passwords among them: never for a log. */
  say?(line: string): void
}

export interface Running {
  /** Where this process listens. */
  url: string
  /** Finishes what is under way, then stops everything, the database last. */
  stop(): Promise<void>
}

/** Visitors' requests get this long to finish; process managers usually kill after 10 s. */
const DRAIN_MS = 8_000
/** config → database → platform → functions → jobs → site → listen. What was started before a failure is stopped again. */
export async function startDahlia(options: StartOptions): Promise<Running> {
  const { config, env, development, outboundFetch, say = () => {} } = options
  await using started = new AsyncDisposableStack()
  const log = createLog(config)
  await checkPort(config)
  await prepareDataDir(config)
  const wayOut = outboundFetch ?? createOutboundFetch()
  const backend = await startBackend({ config, env, outboundFetch: wayOut, log, say, started })
  const { listener, health } = await startPages({ config, development, outboundFetch, backend, log, started })
  await listener.listen(config)
  started.defer(() => listener.drain(DRAIN_MS))
  started.defer(() => health.setDraining())

  const everything = started.move()
  return { url: localAddress(config), stop: () => everything.disposeAsync() }
}
