import { createGateway } from './gateway/gateway.ts'
import type { ServiceContext } from './kernel/service.ts'
import { createWritesUnderWay } from './kernel/writes-under-way.ts'
import { migratePlatform } from './migrate-platform.ts'
import type { Platform, PlatformOptions } from './platform.ts'
import { openPools } from './postgres/pools.ts'
import { type RunningServices, startServices } from './start-services.ts'
import { createTokens } from './tokens.ts'
import { openWebhooks } from './webhooks/open-webhooks.ts'

const noWayOut: typeof fetch = async () => {
  throw new Error('This platform has no way out to the internet: pass safeFetch to createPlatform.')
}

/** Supabase's five call families on one Postgres. Nothing is opened but pools until `migrate` or the first request. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { databaseUrl, loginPassword, keys, config, publicUrl, log } = options
  const tokens = await createTokens(keys)
  const pools = openPools({
    ownerUrl: databaseUrl,
    loginPassword,
    tokenRoles: config.platform.token_roles,
    log,
  })
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
  let webhooks: Promise<{ close(): Promise<void> }> | undefined
  const wayOut = options.safeFetch ?? noWayOut
  const services = () => {
    started ??= startServices(context, {
      writes,
      keys,
      storageDir: options.storageDir,
      functionsDir: options.functionsDir,
      denoFunctions: options.functions?.deno ?? false,
      enqueue: options.functions?.enqueue,
      safeFetch: wayOut,
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
    anonymousCallBytes: config.platform.anonymous_call_limit,
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
      // Asked once here so that the start says which of them no token may have, and why.
      await Promise.all(config.platform.token_roles.map((role) => pools.admits(role)))
      await services()
      webhooks ??= openWebhooks(context, { safeFetch: wayOut, platformFetch: gateway.fetch })
      await webhooks
    },
    async close() {
      await webhooks?.then(
        (running) => running.close(),
        () => {},
      )
      await started?.then(
        (running) => running.close(),
        () => {},
      )
      await pools.close()
    },
  }
}
