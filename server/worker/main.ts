import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findRunningEmbedded, type Log, onStopSignals, outageOf, withSession } from '#platform'
import type { Config, Environment } from '../boot/config.ts'
import { readConfig, readEnvironment } from '../boot/config.ts'
import { StartError } from '../boot/errors.ts'
import { readSecrets } from '../boot/secrets.ts'
import { createLog } from '../observability/log.ts'
import { feedWork } from './feeds/feed-work.ts'
import { KINDS } from './kinds.ts'
import { startWorker, type Worker } from './worker.ts'

/** Often enough that a job goes on soon after, and seldom enough to cost nothing. */
const ASK_AGAIN_MS = 1000

class NothingRunsError extends StartError {}

/** npm run worker: long work, in a process of its own, so that pages never wait for it. npm start runs one beside the server. */
let worker: Worker | null = null
let ending: Promise<never> | null = null

onStopSignals({
  stop: () => void finish(0),
  hurry: () => process.exit(1),
})
// The supervisor is gone: the next one starts a worker of its own.
process.on('disconnect', () => void finish(0))

try {
  const environment = readEnvironment(process.cwd())
  const config = readConfig(environment)
  const log = createLog(config)
  worker = await startWhenReachable(config, log, environment)
  process.send?.('ready')
  await worker.lost
} catch (error) {
  console.error(error instanceof StartError ? error.message : `The worker ends: ${messageOf(error)}`)
  await finish(1)
}

/**
 * Beside a server it waits for a database that is away, for hours if need be: the supervisor gives up a process that ends
 * again and again. Alone, whoever starts it hears at once what is missing.
 */
async function startWhenReachable(config: Config, log: Log, settings: Environment): Promise<Worker> {
  const { dataDir, importFilesBytes } = config
  const { secretKey } = await readSecrets(config)
  const feeds = feedWork({ dataDir, maxBytes: importFilesBytes, settings, secret: secretKey })
  for (let isTold = false; ; isTold = true) {
    try {
      const databaseUrl = await findDatabase(config)
      return await startWorker({ databaseUrl, kinds: [...KINDS, feeds.kind], chores: feeds.chores, log })
    } catch (error) {
      const isAway = error instanceof NothingRunsError || outageOf(error) === 'database'
      if (!isAway || !process.send) throw error
      if (!isTold) log.warn({ err: error }, 'the worker waits for the database')
    }
    await pause(ASK_AGAIN_MS)
  }
}

async function findDatabase({ databaseUrl, dataDir }: Config): Promise<string> {
  const url = databaseUrl ?? (await findRunningEmbedded(join(dataDir, 'postgres')))
  if (!url) throw new NothingRunsError('The worker needs a running Dahlia, or DATABASE_URL. Run "npm start" first.')
  await withSession({ url, name: 'dahlia worker' }, async (client) => {
    const { rows } = await client.query<{ ready: boolean }>(
      `select to_regclass('public.feed_schedules') is not null as ready`,
    )
    if (!rows[0]?.ready)
      throw new StartError('The database is older than this worker. Start the server once: it migrates.')
  })
  return url
}

/** Once: a second signal, or the connections that end with the worker, must not cut its last words off. */
function finish(code: number): Promise<never> {
  ending ??= end(code)
  return ending
}

async function end(code: number): Promise<never> {
  await worker?.stop().catch((error: unknown) => console.error(messageOf(error)))
  process.exit(code)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
