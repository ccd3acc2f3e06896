import { access, constants, readFile, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { defaultConfig, type ParsedConfig, parseConfig } from '../config/parse.ts'
import { type PlatformConfig, readTokenRoles } from '../config/schema.ts'
import { createPlatform } from '../create-platform.ts'
import { type Family, isFamily } from '../gateway/families.ts'
import { makeFolder } from '../kernel/make-folder.ts'
import type { Log } from '../log.ts'
import { migratePlatform } from '../migrate-platform.ts'
import type { Platform } from '../platform.ts'
import { startEmbedded } from '../postgres/embedded.ts'
import { freePort } from '../postgres/free-port.ts'
import { loginPasswordFor } from '../postgres/login-password.ts'
import { tellServerObstacle } from '../realtime/changes/server-check.ts'
import { legacyKey } from '../tokens.ts'
import { projectVariables } from './env-files.ts'
import { standaloneKeys } from './keys.ts'
import { type Listening, listen } from './listen.ts'
import { loadBucketFiles } from './load-bucket-files.ts'
import { loadSql } from './load-sql.ts'
import { openMailPage } from './mail-page/open-mail-page.ts'
import type { StandaloneOptions } from './options.ts'
import { findProject } from './project.ts'
import { databaseFolder, makeScratchFolder } from './scratch-folder.ts'

/** What a client needs to know of a running platform. */
export interface Announcement {
  url: string
  databaseUrl: string
  publishableKey: string
  secretKey: string
  /** The same two as legacy JWTs. */
  anonKey: string
  serviceRoleKey: string
  jwtSecret: string
  /** For S3 clients; null without a key, or with the protocol switched off. */
  s3: { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string } | null
  services: Partial<Record<Family, string>>
  /** The page of mails that nobody sent, where config.toml asks for it. */
  mailUrl: string | null
  /** Sections of config.toml that have no effect here, and settings worth a look. */
  ignored: string[]
  warnings: string[]
}

export interface Standalone {
  announcement: Announcement
  stop(): Promise<void>
}

/** The backend alone: database, platform and its ports. Whatever was started is stopped again when a step fails. */
export async function startStandalone(options: StandaloneOptions, log: Log): Promise<Standalone> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const undo of stops.splice(0).reverse()) await undo()
  }
  try {
    return { announcement: await start(options, log, (undo) => stops.push(undo)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(options: StandaloneOptions, log: Log, onStop: (undo: () => Promise<void>) => void) {
  const parsed = await readConfig(options.configFile)
  const { config } = parsed
  config.api.auto_expose_new_tables ??= true
  config.platform.webhooks ??= 'any'
  config.platform.token_roles = readTokenRoles([...config.platform.token_roles, ...options.tokenRoles])
  const project = await findProject(options, config)
  const dataDir = await prepareDataDir(options.dataDir, onStop)
  const databaseUrl = options.databaseUrl ?? (await startDatabase({ dbPort: project.dbPort, dataDir, log, onStop }))

  const port = (options.port ?? config.api.port) || (await freePort())
  const publicUrl = options.publicUrl ?? (config.api.external_url || `http://${urlHost(options.host)}:${port}`)
  const required = options.requireApiKey || config.platform.require_api_key
  const keys = await standaloneKeys({ config, configFile: options.configFile, dataDir, required })
  Object.assign(config.storage.s3_protocol, keys.s3)
  const loginPassword = loginPasswordFor(databaseUrl)
  if (options.databaseUrl) await tellServerObstacle(databaseUrl, (sentence) => parsed.warnings.push(sentence))
  // All SQL before the services start: they read the catalogue once, and the first request finds everything.
  await migratePlatform({ databaseUrl, loginPassword, exposeNewTables: config.api.auto_expose_new_tables })
  const skipExtensions = [...config.platform.skip_extensions, ...options.skipExtensions]
  const skipped = await loadSql({ databaseUrl, ...project, skipExtensions })
  const platform = await createPlatform({
    databaseUrl,
    loginPassword,
    keys,
    config,
    publicUrl,
    storageDir: join(dataDir, 'storage'),
    functionsDir: project.functionsDir,
    functions: { deno: true },
    log,
  })
  onStop(() => platform.close())
  await platform.migrate()

  const trustedProxies = config.platform.trusted_proxies
  const main = await listen({ entrance: platform, host: options.host, port, trustedProxies, log })
  onStop(() => main.close())
  const services = await openServicePorts({ platform, log, options, config: parsed, onStop })
  const mailPage = await openMailPage({ config, databaseUrl, log })
  if (typeof mailPage === 'object' && mailPage) onStop(() => mailPage.close())
  if (options.configFile && config.storage.enabled) {
    await loadBucketFiles({
      buckets: config.storage.buckets,
      configFile: options.configFile,
      url: publicUrl,
      secretKey: keys.secret,
      fetch: (input, init) => platform.fetch(new Request(input, init)),
    })
  }
  return {
    url: publicUrl,
    databaseUrl,
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    anonKey: await legacyKey('anon', keys.jwtSecret),
    serviceRoleKey: await legacyKey('service_role', keys.jwtSecret),
    jwtSecret: keys.jwtSecret,
    s3: s3Access(publicUrl, config.storage.s3_protocol, keys.s3),
    services,
    mailUrl: typeof mailPage === 'object' ? (mailPage?.url ?? null) : null,
    ignored: parsed.ignored,
    warnings: [
      ...parsed.warnings,
      ...keys.warnings,
      ...project.warnings,
      ...skipped,
      ...(typeof mailPage === 'string' ? [mailPage] : []),
    ],
  }
}

async function readConfig(file: string | null): Promise<ParsedConfig> {
  if (!file) return { config: defaultConfig(), ignored: [], warnings: [] }
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`--config ${file} cannot be read (${error.code}): name a file in the format of config.toml.`)
  })
  const parsed = parseConfig(text, await projectVariables(file, process.env))
  const { template: templates, notification } = parsed.config.auth.email
  for (const template of [...Object.values(templates), ...Object.values(notification)]) {
    // The CLI's own: relative to the project, which is the folder around the one config.toml lies in.
    if (template?.content_path) template.content_path = resolve(dirname(file), '..', template.content_path)
  }
  return parsed
}

async function prepareDataDir(given: string | null, onStop: (undo: () => Promise<void>) => void): Promise<string> {
  if (given) {
    await makeDataDir(given)
    return given
  }
  const made = await makeScratchFolder()
  onStop(() => rm(made, { recursive: true, force: true }))
  return made
}

async function makeDataDir(path: string): Promise<void> {
  try {
    await makeFolder(path, 0o700)
    await access(path, constants.W_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EEXIST') throw new Error(`--data-dir names ${path}, which is a file: name a folder.`)
    throw new Error(`--data-dir ${path} cannot be written (${code}): name a folder that this account may write.`)
  }
}

function s3Access(
  publicUrl: string,
  { enabled, region }: PlatformConfig['storage']['s3_protocol'],
  key: { access_key_id: string; secret_access_key: string },
): Announcement['s3'] {
  if (!enabled) return null
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = key
  return { endpoint: `${publicUrl}/storage/v1/s3`, region, accessKeyId, secretAccessKey }
}

/** What the CLI's database says of its planner: clients compare plans that name every setting away from the default. */
const CLI_PLANNER = {
  effective_cache_size: '128MB',
  compute_query_id: 'on',
  shared_preload_libraries: 'pg_stat_statements',
  work_mem: '4MB',
  random_page_cost: '4',
  jit: 'on',
}

interface DatabaseOptions {
  dbPort: number | null
  dataDir: string
  log: Log
  onStop: (undo: () => Promise<void>) => void
}

async function startDatabase({ dbPort, dataDir, log, onStop }: DatabaseOptions): Promise<string> {
  const fixed = dbPort === null ? {} : { port: dbPort || (await freePort()), password: 'postgres' }
  const database = await startEmbedded({ dataDir: databaseFolder(dataDir), log, settings: CLI_PLANNER, ...fixed })
  onStop(() => database.stop())
  return database.url
}

interface ServicePortOptions {
  platform: Platform
  log: Log
  options: StandaloneOptions
  config: ParsedConfig
  onStop: (undo: () => Promise<void>) => void
}

async function openServicePorts({ platform, log, options, config, onStop }: ServicePortOptions) {
  const { service_ports, trusted_proxies: trustedProxies } = config.config.platform
  const urls: Partial<Record<Family, string>> = {}
  for (const [family, port] of Object.entries({ ...service_ports, ...options.servicePorts })) {
    if (!isFamily(family) || port === undefined) continue
    const entrance = platform.atRoot(family)
    const opened: Listening = await listen({ entrance, host: options.host, port, trustedProxies, log })
    onStop(() => opened.close())
    urls[family] = `http://${urlHost(options.host)}:${opened.port}`
  }
  return urls
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
