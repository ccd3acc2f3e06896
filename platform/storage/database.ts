import type pg from 'pg'
import type { Caller } from '../kernel/caller.ts'
import { callerSettings, type LocalSettings, setLocally, statementTimeoutMs } from '../kernel/sql-as-caller.ts'
import { transaction } from '../kernel/transaction.ts'
import type { Pools } from '../postgres/pools.ts'

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
    transaction(
      pools.asRole(caller.role),
      async (client) => {
        await setOn(client, {
          ...callerSettings(caller),
          'request.jwt': caller.token,
          'request.jwt.claim.role': caller.role,
          'request.jwt.claim.sub': caller.claims.sub ?? '',
          'request.headers': JSON.stringify(visibleHeaders(operation.headers)),
          'request.method': operation.method,
          'request.path': operation.path,
          'storage.operation': operation.name,
          'storage.allow_delete_query': 'true',
          statement_timeout: String(statementTimeoutMs('authenticated')),
        })
        return work(client)
      },
      { end },
    )
  return {
    asCaller: (who, work) => asCaller(who, work, 'commit'),
    tryAsCaller: (who, work) => asCaller(who, work, 'rollback'),
    asOwner: (work) =>
      transaction(pools.owner, async (client) => {
        await setOn(client, { 'storage.allow_delete_query': 'true' })
        return work(client)
      }),
    lookUp: async (statement) => (await pools.owner.query<Record<string, unknown>>(statement)).rows,
  }
}

async function setOn(client: pg.ClientBase, settings: LocalSettings): Promise<void> {
  await client.query(setLocally(Object.keys(settings)), Object.values(settings))
}

/** Policies may look at headers, but not at credentials: a policy's error message can end in a log. */
const HIDDEN_HEADERS = new Set(['authorization', 'apikey', 'cookie', 'x-signature', 'x-amz-security-token'])

function visibleHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !HIDDEN_HEADERS.has(name)))
}
