import type { SupabaseClient } from '@supabase/supabase-js'
import type { Pool } from 'pg'

/**
 * What the platform hands to a function with every call. A function's folder holds `index.ts`:
 *
 *     import type { FunctionHandler } from '../_shared/context.ts'
 *     export default { async fetch(request, ctx) { return Response.json({ hello: ctx.caller?.role }) } } satisfies FunctionHandler
 */
export interface FunctionContext {
  /** Origin under which clients reach the platform, without a trailing slash. */
  url: string
  keys: { publishable: string; secret: string }
  /** The id that the caller was told and the log carries. */
  requestId: string
  /** Address to key rate limits by. */
  clientAddress: string
  /** Who calls, from the verified token; null without one (only where verify_jwt is off). */
  caller: FunctionCaller | null
  /** supabase-js as the caller: row-level security decides. */
  supabase: SupabaseClient
  /** supabase-js as service_role: row-level security does not apply. */
  service: SupabaseClient
  /** Direct SQL as service_role, for bulk work and COPY. `connect()` gives a session of its own: release it. */
  sql: Pool
  /** Puts long work on a queue; resolves with the job's id, or null when an equal job already waits. */
  enqueue(queue: string, data: object, options?: EnqueueOptions): Promise<string | null>
  /**
   * Puts a mail into the outbox: it survives a restart, is tried again while the mail server is away, and is kept for
   * an admin to read where there is no mail server. Resolves once it is stored.
   */
  mail(mail: FunctionMail): Promise<void>
  /** Hands a mail over now, past the outbox: what the mail server said, and whether it took it. Null without a server. */
  tryMail(mail: FunctionMail): Promise<MailTried | null>
  log: FunctionLog
  /** The operator's settings for functions, by the names of .env.example; one that is not given is missing. */
  settings: FunctionSettings
  /** The only way out to the internet: refuses private addresses, bounded in size and time. */
  fetch: typeof fetch
}

export interface FunctionSettings {
  readonly [name: string]: string | undefined
}

export interface FunctionCaller {
  role: string
  /** Null for a caller without an account. */
  userId: string | null
  claims: { readonly [claim: string]: unknown }
}

export interface EnqueueOptions {
  /** At most one waiting job for each key. */
  singletonKey?: string
  startAfterSeconds?: number
}

export interface FunctionMail {
  to: string
  /** One line; what visitors wrote may stand in it. */
  subject: string
  text: string
  /** Whoever writes it escapes what visitors wrote. */
  html: string
  /** Further headers by name, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>
  /** Who gets the answers, where that is not the sender. */
  replyTo?: string
  /** What the mail is about, for the outbox and the log. */
  kind: string
  /** A UUID of the caller's own: of mails with one id, one is stored. So a job that was killed can hand over again. */
  id?: string
}

export interface FunctionLog {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Default export of `supabase/functions/<name>/index.ts`. */
export interface FunctionHandler {
  fetch(request: Request, context: FunctionContext): Response | Promise<Response>
}

export interface MailTried {
  taken: boolean
  said: string
  /** Where no mail server could be spoken with: why. */
  trouble?: 'name' | 'refused' | 'silent' | 'certificate' | 'no-tls' | 'login' | null
}
