import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { PlatformConfig } from '../config/schema.ts'
import type { Log } from '../log.ts'
import type { Pools } from '../postgres/pools.ts'
import type { Tokens } from '../tokens.ts'

/** What every service of the platform is given. Built once in createPlatform. */
export interface ServiceContext {
  pools: Pools
  /** Owner connection string, for the sessions that cannot come from a pool (LISTEN, replication). */
  ownerUrl: string
  tokens: Tokens
  config: PlatformConfig
  /** Origin under which clients reach the platform, without a trailing slash: https://project.example */
  publicUrl: string
  log: Log
  now: () => Date
}

/** What the gateway knows about one request. */
export interface Call {
  requestId: string
  /** The socket's address, or the configured proxy hop's: what rate limits are keyed by. */
  clientAddress: string
  /** Path prefix that the gateway stripped, e.g. '/auth/v1' or '' when the service is mounted at a root. */
  mountPath: string
}

/** What the gateway makes of a request for the service behind it. */
export interface Routed {
  /** Without the mount prefix. */
  path: string
  /** With its question mark; empty without a query. */
  search: string
  authorization: string | null
}

/**
 * One call family. `fetch` sees the path without its mount prefix, and an Authorization header that already
 * follows the gateway's rule: the user's token, else the JWT that stands for the api key. It never throws: errors
 * are rendered in the service's own wire shape.
 */
export interface Service {
  fetch(request: Request, call: Call): Promise<Response>
  /** GET and HEAD as they came, with what `fetch` finds in a request of its own: making that one costs as much as a short read. */
  read?(request: Request, call: Call, routed: Routed): Promise<Response>
  /** Websocket upgrades; only realtime has it. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, call: Call): void
  close(): Promise<void>
}
