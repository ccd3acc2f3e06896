import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Caller } from '../kernel/caller.ts'
import type { Call, ServiceContext } from '../kernel/service.ts'
import type { Enqueue, FunctionContext, FunctionKeys, FunctionSettings, SendMail, TryMail } from './handler.ts'

/** The platform's own front door, called without a socket. */
export type PlatformFetch = (
  request: Request,
  connection: { clientAddress: string; requestId?: string },
) => Promise<Response>

export interface ContextOptions {
  keys: FunctionKeys
  platformFetch: PlatformFetch
  safeFetch: typeof fetch
  enqueue?: Enqueue | undefined
  mail?: SendMail | undefined
  tryMail?: TryMail | undefined
  settings?: FunctionSettings | undefined
}

/** Sessions of functions that talk SQL themselves; few, because a COPY holds one for minutes. */
const SQL_SESSIONS = 4

/** Makes the context of each call; the service client and the SQL sessions are shared between calls. */
export function createContextFactory(context: ServiceContext, options: ContextOptions) {
  const { keys, platformFetch } = options
  const sql = context.pools.openAs('service_role', {
    max: SQL_SESSIONS,
    application_name: 'functions',
    options: '-c role=service_role',
  })
  const service = connect({ key: keys.secret, clientAddress: 'functions' })

  function connect({ key, clientAddress, token }: { key: string; clientAddress: string; token?: string }) {
    return createClient(context.publicUrl, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: {
        headers: token ? { Authorization: `Bearer ${token}` } : {},
        fetch: (input, init) => platformFetch(new Request(input, init), { clientAddress }),
      },
    })
  }

  function forCall(call: Call, caller: Caller | null) {
    let asCaller: SupabaseClient | undefined
    const result: FunctionContext = {
      url: context.publicUrl,
      keys,
      requestId: call.requestId,
      clientAddress: call.clientAddress,
      caller: caller && { role: caller.role, userId: caller.claims.sub ?? null, claims: caller.claims },
      get supabase() {
        asCaller ??= connect({
          key: keys.publishable,
          clientAddress: call.clientAddress,
          ...(caller ? { token: caller.token } : {}),
        })
        return asCaller
      },
      service,
      sql,
      enqueue: options.enqueue ?? noQueue,
      mail: options.mail ?? noMail,
      tryMail: options.tryMail ?? (async () => null),
      log: context.log,
      settings: options.settings ?? {},
      fetch: options.safeFetch,
    }
    return result
  }

  return { forCall, close: () => sql.end() }
}

const noQueue: Enqueue = async () => {
  throw new Error('This platform has no job queue: pass enqueue to the functions service.')
}

const noMail: SendMail = async () => {
  throw new Error('This platform sends no mail for functions: pass mail to the functions service.')
}
