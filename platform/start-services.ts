import { createAuthService, openMessenger } from './auth/index.ts'
import { createMailSender, createMailTrial } from './functions/create-mail-sender.ts'
import type { Enqueue, FunctionSettings } from './functions/handler.ts'
import { ownSettings } from './functions/own-settings.ts'
import { createFunctionsService } from './functions/service.ts'
import type { Family } from './gateway/families.ts'
import type { Connection, Services } from './gateway/gateway.ts'
import type { Service, ServiceContext } from './kernel/service.ts'
import type { WritesUnderWay } from './kernel/writes-under-way.ts'
import type { PlatformKeys } from './platform.ts'
import { createRealtimeService } from './realtime/service.ts'
import { createRestService } from './rest/index.ts'
import { openStore } from './storage/blob-store/open-store.ts'
import { createStorageService } from './storage/index.ts'

export interface ServiceOptions {
  writes: WritesUnderWay
  keys: PlatformKeys
  storageDir: string
  functionsDir: string | null
  denoFunctions: boolean
  enqueue: Enqueue | undefined
  safeFetch: typeof fetch
  functionSettings: FunctionSettings | undefined
  /** The gateway itself: functions call the other families through it. */
  platformFetch: (request: Request, connection: Connection) => Promise<Response>
}

/** Starts every family that config.toml leaves on. */
export async function startServices(context: ServiceContext, options: ServiceOptions): Promise<RunningServices> {
  const { config } = context
  // One outbox for all: a function's mail leaves at once, like an account's.
  const messenger = openMessenger(context)
  const starters: Partial<Record<Family, () => Promise<Service>>> = {
    auth: () => {
      const guardedFetch = config.platform.private_identity_providers ? fetch : options.safeFetch
      return createAuthService(context, { messenger, guardedFetch })
    },
    rest: () => createRestService(context),
    storage: async () => {
      const store = await openStore({ config: config.storage, dir: options.storageDir })
      return createStorageService(context, { store, publishableKey: options.keys.publishable })
    },
    functions: () =>
      createFunctionsService(context, {
        folder: options.functionsDir,
        deno: options.denoFunctions,
        keys: options.keys,
        platformFetch: options.platformFetch,
        safeFetch: options.safeFetch,
        enqueue: options.enqueue,
        mail: createMailSender({ db: context.pools.owner, messenger }),
        tryMail: createMailTrial(messenger),
        settings: ownSettings(config.edge_runtime.secrets, options.functionSettings),
      }),
    realtime: () => createRealtimeService(context, { writes: options.writes }),
  }
  const enabled: Record<Family, boolean> = {
    auth: config.auth.enabled,
    rest: config.api.enabled,
    storage: config.storage.enabled,
    functions: config.edge_runtime.enabled,
    realtime: config.realtime.enabled,
  }
  const services: Services = {}
  try {
    await Promise.all(
      Object.entries(starters).map(async ([family, start]) => {
        if (isFamilyOn(family, enabled)) services[family] = await start()
      }),
    )
  } catch (error) {
    await close()
    throw error
  }
  return { services, close }

  async function close() {
    await Promise.all(Object.values(services).map((service) => service.close()))
    await messenger.close()
  }
}

export interface RunningServices {
  services: Services
  close(): Promise<void>
}

function isFamilyOn(name: string, enabled: Record<Family, boolean>): name is Family {
  return Object.entries(enabled).some(([family, on]) => family === name && on)
}
