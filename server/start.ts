import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPlatform, isEmbeddedRunning, loginPasswordFor, type Platform } from '#platform'
import type { Config, Environment } from './boot/config.ts'
import {
  aloneOnDatabase,
  migrateDatabase,
  openDatabase,
  prepareDataDir,
  SHOP_MIGRATIONS,
  seedEmptyShop,
} from './boot/database.ts'
import { codeOf, portForbidden, portTaken, runsAlready } from './boot/errors.ts'
import { ensureFirstAdmin, firstAdminLine, givenPasswordApplies, PASSWORD_NOT_APPLIED } from './boot/first-admin.ts'
import { functionSettings } from './boot/function-settings.ts'
import { readPlatformConfig } from './boot/platform-config.ts'
import { openPriceLimits } from './boot/price-limits.ts'
import { openShopRetention } from './boot/retention.ts'
import { readSecrets } from './boot/secrets.ts'
import { createApp } from './http/app.ts'
import { forwardToHosted } from './http/forward.ts'
import { createShopListener } from './http/listener.ts'
import { createOutboundFetch } from './http/outbound-fetch.ts'
import { pageHeaders } from './http/security-headers.ts'
import { shedRenders } from './http/shed-renders.ts'
import { CLIENT_FILES, loadBuiltSite, loadDevelopmentSite, type SocketlessFetch } from './http/site-loader.ts'
import { openStaticFiles } from './http/static-files.ts'
import { MAX_SOURCE_BYTES } from './images/fetch-source.ts'
import { openImages } from './images/open-images.ts'
import { type Jobs, startJobs } from './jobs.ts'
import { createHealth } from './observability/health.ts'
import { createLog } from './observability/log.ts'
import { createMetrics } from './observability/metrics.ts'
import { listenForInvalidations } from './page-cache/invalidation.ts'
import { createPageCache } from './page-cache/page-cache.ts'

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
/** Jobs that are cut off are taken up again by the next start, so they get less. */
const JOBS_GRACE_MS = 1_000

const FUNCTIONS = fileURLToPath(new URL('../supabase/functions', import.meta.url))

/** config → database → platform → functions → jobs → site → listen. What was started before a failure is stopped again. */
export async function startDahlia(options: StartOptions): Promise<Running> {
  const { config, env, development, outboundFetch = createOutboundFetch(), say = () => {} } = options
  await using started = new AsyncDisposableStack()
  const log = createLog(config)
  await checkPort(config)

  await prepareDataDir(config)
  const secrets = await readSecrets(config)
  const database = started.adopt(await openDatabase(config, log), (it) => it.stop())
  const databaseUrl = database.url
  const loginPassword = loginPasswordFor(databaseUrl)
  const hosted = config.hostedUrl !== null
  await migrateDatabase({ databaseUrl, loginPassword, hosted })

  const jobs: { current: Jobs | null } = { current: null }
  const local = started.adopt(
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
  if (!hosted) await local.migrate()
  const platform = config.hostedUrl === null ? local : forwardToHosted({ hostedUrl: config.hostedUrl, local, log })
  const inProcess = fetchWithoutSocket(platform)

  await aloneOnDatabase(databaseUrl, async () => {
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

  started.adopt(openShopRetention({ databaseUrl, config, log }), (it) => it.close())
  started.adopt(await openPriceLimits({ databaseUrl, log }), (it) => it.close())

  const functions = await functionNames()
  jobs.current = started.adopt(
    await startJobs({
      databaseUrl,
      functions,
      call: (name, data, job) => callFunction({ name, data, job, inProcess, config, secretKey: secrets.secretKey }),
      log,
    }),
    (it) => it.stop(JOBS_GRACE_MS),
  )
  // Pages and articles that every shop has: a start makes good what is missing, as the schedule does.
  await jobs.current.enqueue('keep-content', {}, { singletonKey: 'start' })

  const pictures = started.adopt(
    await openImages({
      databaseUrl,
      dataDir: config.dataDir,
      jwtSecret: secrets.jwtSecret,
      cacheBytes: config.pictureCacheBytes,
      outboundFetch: options.outboundFetch ?? createOutboundFetch({ maxBytes: MAX_SOURCE_BYTES }),
      log,
    }),
    (it) => it.close(),
  )

  const loadSite = development ? loadDevelopmentSite : loadBuiltSite
  const site = started.adopt(
    await loadSite({
      supabaseUrl: config.siteUrl,
      publishableKey: secrets.publishableKey,
      siteUrl: config.siteUrl,
      fetch: inProcess,
      log,
      production: !development,
    }),
    (it) => it.close(),
  )
  const securityHeaders = pageHeaders({ siteUrl: config.siteUrl, development })
  const calmSite = shedRenders(site, { onShed: () => metrics.shed() })
  const pages = createPageCache({
    render: (request, context) => calmSite.fetch(request, context),
    siteUrl: config.siteUrl,
    securityHeaders,
    log,
  })
  const changes = started.adopt(
    await listenForInvalidations({
      databaseUrl,
      log,
      onChange: pages.changed,
      onConnected() {
        pages.changedEverything()
        pages.setDatabaseAway(false)
      },
      onLost: () => pages.setDatabaseAway(true),
    }),
    (it) => it.close(),
  )
  const health = started.adopt(
    createHealth({ databaseUrl, migrations: await shopMigrations(), connected: changes.connected }),
    (it) => it.close(),
  )
  const metrics = createMetrics(pages, () => listener.inFlight())
  metrics.watchImages(pictures)
  const app = createApp({
    platform,
    site: calmSite,
    pictures,
    pages: development ? null : pages,
    health,
    metrics,
    log,
    securityHeaders,
    siteUrl: config.siteUrl,
    secretKey: secrets.secretKey,
    trustedProxyHops: config.trustedProxyHops,
  })
  const listener = createShopListener({
    app,
    platform,
    pages,
    staticFiles: development
      ? null
      : await openStaticFiles(CLIENT_FILES, { securityHeaders, version: site.pictureVersion }),
    metrics,
    log,
    securityHeaders,
    before: site.before,
    trustedProxyHops: config.trustedProxyHops,
  })
  await listener.listen(config)
  started.defer(() => listener.drain(DRAIN_MS))
  started.defer(() => health.setDraining())

  const everything = started.move()
  return { url: localAddress(config), stop: () => everything.disposeAsync() }
}

/** Asked before the database is started, so that a second start ends at once and changes nothing. */
async function checkPort({ host, port, dataDir, databaseUrl }: Config): Promise<void> {
  const code = await new Promise<string>((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(codeOf(error)))
    probe.listen({ host, port }, () => probe.close(() => resolve('')))
  })
  if (code === '') return
  if (code !== 'EADDRINUSE') throw portForbidden({ host, port, code })
  // Another port would be refused as well: the folder has one process.
  if (databaseUrl === null && (await isEmbeddedRunning(join(dataDir, 'postgres')))) throw runsAlready({ port, dataDir })
  throw portTaken({ host, port })
}

function localAddress({ host, port }: Config): string {
  const visited = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${visited.includes(':') ? `[${visited}]` : visited}:${port}`
}

/** What supabase-js calls while a page is rendered: the same front door, without a socket. */
function fetchWithoutSocket(platform: Pick<Platform, 'fetch'>): SocketlessFetch {
  return (input, init, connection = { clientAddress: '127.0.0.1' }) =>
    platform.fetch(new Request(input, init), connection)
}

async function functionNames(): Promise<string[]> {
  const entries = await readdir(FUNCTIONS, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  return folders.map((entry) => entry.name)
}

async function shopMigrations(): Promise<string[]> {
  const names = await readdir(SHOP_MIGRATIONS)
  return names.flatMap((name) => /^(\d+)_.+\.sql$/.exec(name)?.[1] ?? [])
}

interface FunctionCall {
  name: string
  data: object
  job: { id: string; signal: AbortSignal }
  inProcess: typeof fetch
  config: Config
  secretKey: string
}

async function callFunction({ name, data, job, inProcess, config, secretKey }: FunctionCall): Promise<void> {
  const reply = await inProcess(`${config.siteUrl}/functions/v1/${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { apikey: secretKey, 'content-type': 'application/json', 'x-request-id': job.id },
    body: JSON.stringify(data),
    signal: job.signal,
  })
  if (reply.ok) await reply.body?.cancel()
  else throw new Error(`The function ${name} answered ${reply.status}: ${(await reply.text()).slice(0, 500)}`)
}
