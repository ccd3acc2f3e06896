import type pg from 'pg'
import { quoteIdentifier } from '../postgres/identifier.ts'
import type { Pools } from '../postgres/pools.ts'
import type { Caller } from './caller.ts'

/** A policy that searches long must not hold one of the few connections; Supabase gives `authenticated` as long. */
const STATEMENT_TIMEOUT_MS = 8_000

/** What the policies may ask about the request. */
export interface Operation {
  /** e.g. storage.object.upload */
  name: string
  method: string
  path: string
  headers: Headers
}

export interface Database {
  /** One transaction as the caller: the policies decide. */
  asCaller<Result>(who: Actor, work: (client: pg.ClientBase) => Promise<Result>): Promise<Result>
  /** Like asCaller, but everything is taken back: asks the policies whether it would be allowed. */
  tryAsCaller<Result>(who: Actor, work: (client: pg.ClientBase) => Promise<Result>): Promise<Result>
  /** One transaction of the platform itself, for what was authorised before or needs no authorisation. */
  asOwner<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result>
  /** One reading statement of the platform itself: a public file is served with a single round trip. */
  lookUp(statement: Statement): Promise<unknown[]>
}

export interface Statement {
  /** Prepared once on each connection under this name. */
  name: string
  text: string
  values: unknown[]
}

export interface Actor {
  caller: Caller
  operation: Operation
}

export function openDatabase(pools: Pools): Database {
  const asCaller = <Result>(
    { caller, operation }: Actor,
    work: (client: pg.ClientBase) => Promise<Result>,
    end: 'commit' | 'rollback',
  ) =>
    inTransaction(pools.asRole(caller.role), end, async (client) => {
      await client.query(`set local role ${quoteIdentifier(caller.role)}`)
      await setLocals(client, {
        'request.jwt': caller.token,
        'request.jwt.claims': JSON.stringify(caller.claims),
        'request.jwt.claim.role': caller.role,
        'request.jwt.claim.sub': caller.claims.sub ?? '',
        'request.headers': JSON.stringify(visibleHeaders(operation.headers)),
        'request.method': operation.method,
        'request.path': operation.path,
        'storage.operation': operation.name,
        'storage.allow_delete_query': 'true',
        statement_timeout: String(STATEMENT_TIMEOUT_MS),
      })
      return work(client)
    })
  return {
    asCaller: (who, work) => asCaller(who, work, 'commit'),
    tryAsCaller: (who, work) => asCaller(who, work, 'rollback'),
    asOwner: (work) =>
      inTransaction(pools.owner, 'commit', async (client) => {
        await setLocals(client, { 'storage.allow_delete_query': 'true' })
        return work(client)
      }),
    lookUp: async (statement) => (await pools.owner.query<Record<string, unknown>>(statement)).rows,
  }
}

async function inTransaction<Result>(
  pool: pg.Pool,
  end: 'commit' | 'rollback',
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    try {
      const result = await work(client)
      await client.query(end)
      return result
    } catch (error) {
      // A connection that cannot even roll back is thrown away, and the first error is the one to tell.
      await client.query('rollback').catch((cause: Error) => {
        broken = cause
      })
      throw error
    }
  } finally {
    client.release(broken)
  }
}

async function setLocals(client: pg.ClientBase, settings: Record<string, string>): Promise<void> {
  const names = Object.keys(settings)
  const calls = names.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`)
  await client.query(`select ${calls.join(', ')}`, Object.entries(settings).flat())
}

/** Policies may look at headers, but not at credentials: a policy's error message can end in a log. */
const HIDDEN_HEADERS = new Set(['authorization', 'apikey', 'cookie', 'x-signature', 'x-amz-security-token'])

function visibleHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !HIDDEN_HEADERS.has(name)))
}
