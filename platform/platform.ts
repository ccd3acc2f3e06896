import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { JWK } from 'jose'
import type { PlatformConfig } from './config/schema.ts'
import type { Enqueue, FunctionSettings } from './functions/handler.ts'
import type { Family } from './gateway/families.ts'
import type { Connection, Entrance } from './gateway/gateway.ts'
import type { Log } from './log.ts'

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
