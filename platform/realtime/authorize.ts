import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Caller } from '../kernel/caller.ts'
import { callerSettings, setLocallyTo } from '../kernel/sql-as-caller.ts'
import { transactionInOneMessage } from '../kernel/transaction.ts'
import { quoteLiteral } from '../postgres/identifier.ts'
import type { Pools } from '../postgres/pools.ts'

/** Policies are an operator's SQL: a slow one must not hold every join. */
const POLICY_TIMEOUT = '5s'

export type Extension = 'broadcast' | 'presence'

export interface Authorizer {
  /** What the policies for select on realtime.messages let the caller hear on a private channel. */
  mayRead(caller: Caller, topic: string): Promise<Record<Extension, boolean>>
  /** What the policies for insert let the caller say. */
  mayWrite(caller: Caller, topic: string, extension: Extension): Promise<boolean>
}

/**
 * Asks the policies by trying: rows are written and read as the caller in a transaction that is always rolled back.
 * Equal questions asked at one time are one query, so that a thousand clients who come back at once ask once.
 */
export function createAuthorizer(pools: Pools): Authorizer {
  const asked = new Map<string, Promise<unknown>>()

  function once<T>(question: string, ask: () => Promise<T>, isAnswer: (value: unknown) => value is T): Promise<T> {
    const pending = asked.get(question)
    const answer: Promise<unknown> = pending ?? ask().finally(() => asked.delete(question))
    if (!pending) asked.set(question, answer)
    return answer.then((value) => {
      if (isAnswer(value)) return value
      throw new TypeError('a policy question got another kind of answer')
    })
  }

  async function read(caller: Caller, topic: string): Promise<Record<Extension, boolean>> {
    const ids = { broadcast: randomUUID(), presence: randomUUID() }
    const rows = (['broadcast', 'presence'] as const)
      .map((extension) => `(${quoteLiteral(ids[extension])}, ${quoteLiteral(topic)}, ${quoteLiteral(extension)}, true)`)
      .join(', ')
    // The probe rows are the owner's: a caller who may listen need not be allowed to speak.
    const results = await rolledBack(pools.owner, [
      `insert into realtime.messages (id, topic, extension, private) values ${rows}`,
      becomeCaller(caller, topic),
      `select extension from realtime.messages where id in (${quoteLiteral(ids.broadcast)}, ${quoteLiteral(ids.presence)})`,
    ])
    const seen = new Set(results.at(-1)?.rows.map((row) => String(row.extension)))
    return { broadcast: seen.has('broadcast'), presence: seen.has('presence') }
  }

  async function write(caller: Caller, topic: string, extension: Extension): Promise<boolean> {
    try {
      await rolledBack(pools.asRole(caller.role), [
        becomeCaller(caller, topic),
        `insert into realtime.messages (topic, extension, private) values (${quoteLiteral(topic)}, ${quoteLiteral(extension)}, true)`,
      ])
      return true
    } catch (error) {
      if (isRefusal(error)) return false
      throw error
    }
  }

  return {
    async mayRead(caller, topic) {
      try {
        return await once(
          JSON.stringify(['read', caller.role, caller.claimsJson, topic]),
          () => read(caller, topic),
          isReadable,
        )
      } catch (error) {
        if (isRefusal(error)) return { broadcast: false, presence: false }
        throw error
      }
    },
    mayWrite: (caller, topic, extension) =>
      once(
        JSON.stringify(['write', extension, caller.role, caller.claimsJson, topic]),
        () => write(caller, topic, extension),
        (value) => typeof value === 'boolean',
      ),
  }
}

function isReadable(value: unknown): value is Record<Extension, boolean> {
  return typeof value === 'object' && value !== null && 'broadcast' in value && 'presence' in value
}

function becomeCaller(caller: Caller, topic: string): string {
  return setLocallyTo({ 'realtime.topic': topic, 'request.headers': '{}', ...callerSettings(caller) })
}

function rolledBack(pool: pg.Pool, statements: string[]): Promise<pg.QueryResult[]> {
  return transactionInOneMessage(pool, [`set local statement_timeout = '${POLICY_TIMEOUT}'`, ...statements], {
    end: 'rollback',
  })
}

/**
 * A policy that says no (42501), a policy that fails on these claims (22…, P0001, 42…) and one that takes too long
 * (57014) all mean no. Only a database that cannot be asked is an error.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|42|P0|57014)/.test(error.code ?? '')
}
