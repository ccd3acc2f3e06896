import type { SupabaseClient } from '@supabase/supabase-js'
import type { Pool } from 'pg'
import type { MailTried } from '../auth/delivery/messenger.ts'
import type { Log } from '../log.ts'

/** Default export of a function's `index.ts`. */
export interface FunctionHandler {
  fetch(request: Request, context: FunctionContext): Response | Promise<Response>
}

/** What a function is given; its authors read the same shape in supabase/functions/_shared/context.ts. */
export interface FunctionContext {
  url: string
  keys: FunctionKeys
  requestId: string
  clientAddress: string
  caller: FunctionCaller | null
  supabase: SupabaseClient
  service: SupabaseClient
  sql: Pool
  enqueue: Enqueue
  mail: SendMail
  tryMail: TryMail
  log: Log
  settings: FunctionSettings
  fetch: typeof fetch
}

/** Names and values are the project's own; the platform only hands them on. */
export interface FunctionSettings {
  readonly [name: string]: string | undefined
}

export interface FunctionMail {
  to: string
  subject: string
  text: string
  html: string
  headers?: Readonly<Record<string, string>>
  replyTo?: string
  kind: string
  /** A UUID of the caller's own: of mails with one id, one is stored. So a job that was killed can hand over again. */
  id?: string
}

export type SendMail = (mail: FunctionMail) => Promise<void>

/** What the mail server said to a mail, and whether it took it; null without a mail server. */
export type TryMail = (mail: FunctionMail) => Promise<MailTried | null>

export interface FunctionKeys {
  publishable: string
  secret: string
}

export interface FunctionCaller {
  role: string
  userId: string | null
  claims: { readonly [claim: string]: unknown }
}

export type Enqueue = (
  queue: string,
  data: object,
  options?: { singletonKey?: string; startAfterSeconds?: number },
) => Promise<string | null>
