import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { messageOn } from '../../kernel/transaction.ts'
import { outageOf } from '../../kernel/unavailable.ts'
import type { Log } from '../../log.ts'
import { quoteIdentifier, quoteLiteral } from '../../postgres/identifier.ts'
import { openClient } from '../../postgres/open-pool.ts'
import type { Pools } from '../../postgres/pools.ts'
import { arrayText } from './array-text.ts'
import type { Table } from './tables.ts'

/** Policies are an operator's SQL: one that is slow for one subscriber must not hold all the others for long. */
const POLICY_TIMEOUT = '5s'
/** Claims asked about in one message to the server. */
const CLAIMS_PER_QUERY = 200
/** With a synchronous standby the moment between a commit's record and its visibility lasts as long as the standby. */
const MAX_VISIBILITY_WAIT_MS = 5000
/** A server that does not even answer is away; deliveries are tried again. */
const CONNECT_MS = 5000

export interface VisibilityQuestion {
  table: Table
  role: string
  /** Primary keys, each in the order of the table's key. */
  keys: string[][]
  claims: string[]
  /** The transactions that wrote the rows. */
  xids: ReadonlySet<number>
}

/** For each claims text the positions of the keys that are visible under it; null where a policy failed on the claims. */
export type VisibleKeys = Map<string, Set<number> | null>

/**
 * Which rows a subscriber may see: asked by selecting them as its role with its claims, so the policies themselves
 * decide. Many claims are asked in one message on a session that belongs to the role and can become no other.
 */
export function createVisibility(pools: Pools, log: Log) {
  const sessions = new Map<string, Promise<RoleSession>>()

  function session(role: string): Promise<RoleSession> {
    const known = sessions.get(role)
    if (known) return known
    const opening: Promise<RoleSession> = openSession(pools, role, () => dropSession(role, opening))
    opening.catch(() => dropSession(role, opening))
    sessions.set(role, opening)
    return opening
  }

  /** A lost session is told of twice; by then another may have taken its place. */
  function dropSession(role: string, lost: Promise<RoleSession>) {
    if (sessions.get(role) === lost) sessions.delete(role)
  }

  /**
   * The log is read as soon as a commit is written, a moment before its rows are visible to others: asked in that
   * moment, the policies would see no row. The snapshot says so, and the question is asked again.
   */
  async function askWhenVisible(question: VisibilityQuestion, claims: string[]): Promise<VisibleKeys> {
    for (let waitMs = 1; waitMs < MAX_VISIBILITY_WAIT_MS; waitMs *= 2) {
      const answer = await ask(question, claims)
      if (answer) return answer
      await setTimeout(waitMs)
    }
    throw new Error('a transaction that the log shows as committed does not become visible')
  }

  /** Null: too early. */
  async function ask(question: VisibilityQuestion, claims: string[]): Promise<VisibleKeys | null> {
    const { table, role, keys } = question
    const { client, statementFor } = await session(role)
    const statement = statementFor(table)
    const columns = table.primaryKey.map((_, part) => quoteLiteral(arrayText(keys.map((key) => key[part] ?? null))))
    const statements = [
      'select pg_current_snapshot()::text as snapshot',
      `set local statement_timeout = '${POLICY_TIMEOUT}'`,
      `set local role ${quoteIdentifier(role)}`,
      ...(statement.prepare ? [statement.prepare] : []),
      ...claims.flatMap((text) => [
        `select set_config('request.jwt.claims', ${quoteLiteral(text)}, true)`,
        `execute ${statement.name}(${columns.join(', ')})`,
      ]),
    ]
    const results = await messageOn(client, statements)
    statement.done()
    const snapshot = results.find(isSnapshot)?.rows[0]?.snapshot ?? ''
    if ([...question.xids].some((xid) => isInProgress(snapshot, xid))) return null
    const selected = results.filter(isSelectOfKeys)
    return new Map(claims.map((text, index) => [text, new Set(selected[index]?.rows.map((row) => Number(row.n) - 1))]))
  }

  return {
    async visible(question: VisibilityQuestion): Promise<VisibleKeys> {
      const answer: VisibleKeys = new Map()
      for (let at = 0; at < question.claims.length; at += CLAIMS_PER_QUERY) {
        const claims = question.claims.slice(at, at + CLAIMS_PER_QUERY)
        const part = await askWhenVisible(question, claims).catch((error: unknown) => {
          // Anything but the server's word says nothing about the policies.
          if (outageOf(error) || !(error instanceof pg.DatabaseError)) throw error
          return askEach(question, claims)
        })
        for (const [text, seen] of part) answer.set(text, seen)
      }
      return answer
    },
    async close() {
      const open = [...sessions.values()]
      sessions.clear()
      await Promise.all(open.map((opening) => opening.then(({ client }) => client.end()).catch(() => {})))
    },
  }

  /** One policy that fails on one subscriber's claims hides the row from that subscriber only. */
  async function askEach(question: VisibilityQuestion, claims: string[]): Promise<VisibleKeys> {
    const answer: VisibleKeys = new Map()
    for (const text of claims) {
      try {
        for (const [known, seen] of await askWhenVisible(question, [text])) answer.set(known, seen)
      } catch (error) {
        if (outageOf(error) || !(error instanceof pg.DatabaseError)) throw error
        const { schema, name } = question.table.relation
        log.warn({ err: error, table: `${schema}.${name}` }, 'a policy failed for a subscriber, who sees nothing')
        answer.set(text, null)
      }
    }
    return answer
  }
}

interface RoleSession {
  client: pg.Client
  statementFor(table: Table): { name: string; prepare: string | null; done(): void }
}

async function openSession(pools: Pools, role: string, onLost: () => void): Promise<RoleSession> {
  const { connectionString } = pools.asRole(role).options
  const client = openClient({
    ...(connectionString ? { connectionString } : {}),
    application_name: `realtime as ${role}`,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
  })
  client.on('error', onLost)
  client.on('end', onLost)
  await client.connect()
  const prepared = new Map<Table, string>()
  let counter = 0
  return {
    client,
    statementFor(table) {
      const known = prepared.get(table)
      if (known) return { name: known, prepare: null, done() {} }
      counter += 1
      const name = `visible_${counter}`
      return { name, prepare: prepareText(name, table), done: () => prepared.set(table, name) }
    },
  }
}

/** Selects the positions of those keys whose row is visible. */
function prepareText(name: string, { relation, columns, primaryKey }: Table): string {
  const parts = primaryKey.map((position, part) => ({ column: columns[position], part: part + 1 }))
  const table = `${quoteIdentifier(relation.schema)}.${quoteIdentifier(relation.name)}`
  const parameters = parts.map(({ part }) => `$${part}`).join(', ')
  const names = parts.map(({ part }) => `k${part}`).join(', ')
  const matches = parts.map(
    ({ column, part }) => `t.${quoteIdentifier(column?.name ?? '')} = k.k${part}::${column?.sqlType}`,
  )
  return (
    `prepare ${name}(${parts.map(() => 'text[]').join(', ')}) as select k.n from ` +
    `unnest(${parameters}) with ordinality as k(${names}, n) join ${table} t on ${matches.join(' and ')}`
  )
}

function isSelectOfKeys(result: unknown): result is pg.QueryResult<{ n: string }> {
  if (typeof result !== 'object' || result === null || !('fields' in result)) return false
  return Array.isArray(result.fields) && result.fields[0]?.name === 'n'
}

function isSnapshot(result: unknown): result is pg.QueryResult<{ snapshot: string }> {
  if (typeof result !== 'object' || result === null || !('fields' in result)) return false
  return Array.isArray(result.fields) && result.fields[0]?.name === 'snapshot'
}

/** Whether a transaction is not visible yet in a snapshot, `xmin:xmax:in progress,…`, whose numbers have 64 bits. */
export function isInProgress(snapshot: string, xid: number): boolean {
  const [, xmax = '0', running = ''] = snapshot.split(':')
  if (running.split(',').some((other) => other !== '' && Number(BigInt(other) & 0xffffffffn) === xid)) return true
  // Numbers wrap around after 32 bits: the one that is nearer to the snapshot is meant.
  const ahead = (xid - Number(BigInt(xmax) & 0xffffffffn)) | 0
  return ahead >= 0
}
