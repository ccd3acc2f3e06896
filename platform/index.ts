import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { JWK } from 'jose'
import type { PlatformConfig } from './config/schema.ts'
import type { Enqueue, FunctionSettings } from './functions/handler.ts'
import type { Family } from './gateway/families.ts'
import { type Connection, createGateway, type Entrance } from './gateway/gateway.ts'
import { createWritesUnderWay } from './kernel/writes-under-way.ts'
import type { Log } from './log.ts'
import { migratePlatform } from './migrate-platform.ts'
import { openPools } from './postgres/pools.ts'
import type { ServiceContext } from './service.ts'
import { type RunningServices, startServices } from './services.ts'
import { createTokens } from './tokens.ts'

export interface PlatformOptions {
  /** Connection string of the database's owner. */
  databaseUrl: string
  /** Password of the api_* logins; the platform sets it while migrating. */
  loginPassword: string
  keys: PlatformKeys
  config: PlatformConfig
  /** Origin under which clients reach the platform, without a trailing slash. */
  publicUrl: string
  /** Folder for uploaded files when no S3 store is configured. */
  storageDir: string
  /** Folder of functions (`<name>/index.ts`), or null for none. */
  functionsDir: string | null
  /**
   * The way out to addresses that people enter: functions use it, and sign-in with the identity providers that an admin
   * adds at run time. It must reach public machines alone. Without it both refuse.
   */
  safeFetch?: typeof fetch
  /** What functions may do beyond the platform: queue a job (refused without it), and read settings of the project's own. */
  functions?: {
    enqueue?: Enqueue
    settings?: FunctionSettings
    /** Load functions as Supabase's runtime does: each has its own modules, Deno, npm:, jsr: and https: specifiers. */
    deno?: boolean
  }
  log: Log
  now?: () => Date
}

export interface PlatformKeys {
  /** sb_publishable_…: stands for the role anon. */
  publishable: string
  /** sb_secret_…: stands for the role service_role; refused from browsers. */
  secret: string
  /** Shared secret of legacy HS256 keys and tokens. */
  jwtSecret: string
  /** Private signing keys, newest first. */
  signingKeys: JWK[]
  /** Refuse requests without a known api key. The Supabase CLI does not, hosted projects do. */
  required: boolean
}

export interface Platform {
  /** Answers any path under /auth/v1, /rest/v1, /storage/v1, /functions/v1, /realtime/v1. */
  fetch(request: Request, connection?: Connection): Promise<Response>
  /** Takes over a websocket upgrade of /realtime/v1/websocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, connection?: { clientAddress: string }): void
  /** One family for a port of its own: at the root, without api keys, as its official image serves it. */
  atRoot(family: Family): Entrance
  /** Brings the platform's own schemas up to date and sets the api logins' password. Call before the first request. */
  migrate(): Promise<void>
  close(): Promise<void>
}

export type CreatePlatform = (options: PlatformOptions) => Promise<Platform>

const noWayOut: typeof fetch = async () => {
  throw new Error('This platform has no way out to the internet: pass safeFetch to createPlatform.')
}

/** Supabase's five call families on one Postgres. Nothing is opened but pools until `migrate` or the first request. */
export const createPlatform: CreatePlatform = async (options) => {
  const { databaseUrl, loginPassword, keys, config, publicUrl, log } = options
  const tokens = await createTokens(keys)
  const pools = openPools({ ownerUrl: databaseUrl, loginPassword, log })
  const context: ServiceContext = {
    pools,
    ownerUrl: databaseUrl,
    tokens,
    config,
    publicUrl,
    log,
    now: options.now ?? (() => new Date()),
  }

  // Services read the catalogue while they start, so they start after the migrations; a failed start is tried again.
  let started: Promise<RunningServices> | undefined
  const writes = createWritesUnderWay()
  const services = () => {
    started ??= startServices(context, {
      writes,
      keys,
      storageDir: options.storageDir,
      functionsDir: options.functionsDir,
      denoFunctions: options.functions?.deno ?? false,
      enqueue: options.functions?.enqueue,
      safeFetch: options.safeFetch ?? noWayOut,
      functionSettings: options.functions?.settings,
      platformFetch: (request, connection) => gateway.fetch(request, connection),
    }).catch((error: unknown) => {
      started = undefined
      throw error
    })
    return started
  }
  const gateway = createGateway({
    services: async () => (await services()).services,
    keys,
    anonymousBodyBytes: config.platform.anonymous_body_limit,
    tokens,
    log,
    writes,
  })

  return {
    fetch: gateway.fetch,
    upgrade: gateway.upgrade,
    atRoot: gateway.atRoot,
    async migrate() {
      const exposeNewTables = config.api.auto_expose_new_tables ?? false
      await migratePlatform({ databaseUrl, loginPassword, exposeNewTables })
      await services()
    },
    async close() {
      await started?.then(
        (running) => running.close(),
        () => {},
      )
      await pools.close()
    },
  }
}
