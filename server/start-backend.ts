import { join } from 'node:path'
import { createPlatform, type Log, loginPasswordFor, type Platform } from '#platform'
import { localAddress } from './boot/check-port.ts'
import type { Config, Environment } from './boot/config.ts'
import { aloneOnDatabase, migrateDatabase, openDatabase, seedEmptyShop } from './boot/database.ts'
import { ensureFirstAdmin, firstAdminLine, givenPasswordApplies, PASSWORD_NOT_APPLIED } from './boot/first-admin.ts'
import { functionSettings } from './boot/function-settings.ts'
import { readPlatformConfig } from './boot/platform-config.ts'
import { openPriceLimits } from './boot/price-limits.ts'
import { applyPriceTracking } from './boot/price-tracking.ts'
import { openShopRetention } from './boot/retention.ts'
import { readSecrets, type Secrets } from './boot/secrets.ts'
import { createFunctionCall, FUNCTIONS, functionNames } from './function-calls.ts'
import { forwardToHosted } from './http/forward.ts'
import type { SocketlessFetch } from './http/site-loader.ts'
import { type Jobs, startJobs } from './jobs.ts'

/** Jobs that are cut off are taken up again by the next start, so they get less than visitors' requests. */
const JOBS_GRACE_MS = 1_000

export interface BackendOptions {
  config: Config
  env: Environment
  /** The way out to addresses that people and feeds gave us. */
  outboundFetch: typeof fetch
  log: Log
  /** Lines for the operator's eyes, passwords among them: never for a log. */
  say(line: string): void
  /** What is started is put on this stack, and stopped with it. */
  started: AsyncDisposableStack
}

export interface Backend {
  databaseUrl: string
  isDiskFull(): boolean
  secrets: Secrets
  platform: Pick<Platform, 'fetch' | 'upgrade'>
  /** What supabase-js calls while a page is rendered: the platform itself, without a socket. */
  inProcess: SocketlessFetch
}

/** Everything behind the pages: database → platform → first admin and demo shop → retention → jobs. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { config, log, started } = options
  const secrets = await readSecrets(config)
  const database = started.adopt(await openDatabase(config, log), (it) => it.stop())
  const databaseUrl = database.url
  const loginPassword = loginPasswordFor(databaseUrl)
  await migrateDatabase({ databaseUrl, loginPassword, hosted: config.hostedUrl !== null })

  await applyPriceTracking({ databaseUrl, priceTracking: config.priceTracking })

  const jobs: { current: Jobs | null } = { current: null }
  const local = await openPlatform(options, { databaseUrl, loginPassword, secrets, jobs })
  const platform = config.hostedUrl === null ? local : forwardToHosted({ hostedUrl: config.hostedUrl, local, log })
  const inProcess: SocketlessFetch = (input, init, connection = { clientAddress: '127.0.0.1' }) =>
    platform.fetch(new Request(input, init), connection)
  const backend = { databaseUrl, isDiskFull: database.isDiskFull, secrets, platform, inProcess }

  await prepareShop(options, backend)
  started.adopt(openShopRetention({ databaseUrl, config, log }), (it) => it.close())
  started.adopt(await openPriceLimits({ databaseUrl, log }), (it) => it.close())
  const call = createFunctionCall({ fetch: inProcess, siteUrl: config.siteUrl, secretKey: secrets.secretKey })
  const functions = await functionNames()
  jobs.current = started.adopt(await startJobs({ databaseUrl, functions, call, log }), (it) => it.stop(JOBS_GRACE_MS))
  // Pages and articles that every shop has: a start makes good what is missing, as the schedule does.
  await jobs.current.enqueue('ensure-default-content', {}, { singletonKey: 'start' })
  return backend
}

interface PlatformParts {
  databaseUrl: string
  loginPassword: string
  secrets: Secrets
  jobs: { current: Jobs | null }
}

async function openPlatform(options: BackendOptions, parts: PlatformParts): Promise<Platform> {
  const { config, env, outboundFetch, log, started } = options
  const { databaseUrl, loginPassword, secrets, jobs } = parts
  const platform = started.adopt(
    await createPlatform({
      databaseUrl,
      loginPassword,
      keys: {
        publishable: secrets.publishableKey,
        secret: secrets.secretKey,
        jwtSecret: secrets.jwtSecret,
        signingKeys: [secrets.signingKey],
        required: true,
      },
      config: await readPlatformConfig(config, env),
      publicUrl: config.siteUrl,
      storageDir: join(config.dataDir, 'files'),
      functionsDir: FUNCTIONS,
      safeFetch: outboundFetch,
      functions: {
        enqueue: async (...job) => {
          if (!jobs.current) throw new Error('Jobs can be queued once the process is ready.')
          return jobs.current.enqueue(...job)
        },
        settings: functionSettings(config),
      },
      log,
    }),
    (it) => it.close(),
  )
  if (config.hostedUrl === null) await platform.migrate()
  return platform
}

/** The first start of a shop: the demo and an admin, made by one process even when two start at once. */
function prepareShop({ config, say }: BackendOptions, { databaseUrl, secrets, inProcess }: Backend): Promise<void> {
  const hosted = config.hostedUrl !== null
  return aloneOnDatabase(databaseUrl, async () => {
    if (!hosted) await seedEmptyShop(databaseUrl)
    const made = await ensureFirstAdmin({
      admin: config.admin,
      supabaseUrl: config.siteUrl,
      secretKey: secrets.secretKey,
      fetch: inProcess,
      announce: (admin) => say(firstAdminLine(localAddress(config), admin)),
    })
    if (!made && !hosted && !(await givenPasswordApplies(databaseUrl, config.admin))) say(PASSWORD_NOT_APPLIED)
  })
}
