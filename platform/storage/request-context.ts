import type { BoundedQueue } from '../kernel/bounded-queue.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Call, ServiceContext } from '../kernel/service.ts'
import type { VersionStore } from './blob-store/version-store.ts'
import type { Actor, Database } from './database.ts'

/** What every endpoint works with. */
export interface StorageParts {
  context: ServiceContext
  database: Database
  store: VersionStore
  renderQueue: BoundedQueue
}

/** One request on its way through an endpoint. */
export interface Exchange extends StorageParts {
  request: Request
  call: Call
  url: URL
  /** Path parameters, percent-decoded. */
  params: Record<string, string>
  /** The verified caller; refuses a missing or bad token. */
  caller(): Promise<Caller>
  /** The caller together with what policies see of this request. */
  actor(): Promise<Actor>
}

export type Handler = (exchange: Exchange) => Promise<Response>

/** A path parameter that the matched route is known to have. */
export function param(exchange: Exchange, name: string): string {
  const value = exchange.params[name]
  if (value === undefined) throw new Error(`The route has no parameter ${name}.`)
  return value
}
