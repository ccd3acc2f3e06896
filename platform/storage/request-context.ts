import type { BoundedQueue } from '../kernel/bounded-queue.ts'
import type { Caller } from '../kernel/caller.ts'
import type { RequestContext } from '../kernel/router.ts'
import type { ServiceContext } from '../kernel/service.ts'
import type { VersionStore } from './blob-store/version-store.ts'
import { identify } from './caller.ts'
import type { Actor, Database } from './database.ts'
import { invalidRequest } from './errors.ts'

/** What every endpoint works with. */
export interface StorageParts {
  platform: ServiceContext
  database: Database
  store: VersionStore
  renderQueue: BoundedQueue
}

export type StorageContext = RequestContext<StorageParts>

export type Handler = (context: StorageContext) => Promise<Response>

/** The verified caller; refuses a missing or bad token. */
export async function callerOf({ req, env }: StorageContext): Promise<Caller> {
  const authorization = req.header('authorization') ?? null
  // Behind a gateway a missing token is a bad token; the bare service has its own words for it.
  if (authorization === null && env.call.mountPath === '') {
    throw invalidRequest("headers must have required property 'authorization'")
  }
  return identify(authorization, env.platform)
}

/** The caller together with what policies see of this request. */
export async function actorOf(context: StorageContext): Promise<Actor> {
  const { method, raw } = context.req
  const caller = await callerOf(context)
  return {
    caller,
    operation: { name: context.get('operation'), method, path: new URL(raw.url).pathname, headers: raw.headers },
  }
}

export function urlOf({ req }: StorageContext): URL {
  return new URL(req.raw.url)
}
