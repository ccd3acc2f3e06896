import pg from 'pg'
import type { Log } from '../log.ts'
import { quoteIdentifier, quoteLiteral } from './identifier.ts'

/** The database roles a request may run as. Anything else in a token's role claim is refused. */
export const API_ROLES = ['anon', 'authenticated', 'service_role'] as const
export type ApiRole = (typeof API_ROLES)[number]

export function isApiRole(name: string): name is ApiRole {
  return API_ROLES.some((role) => role === name)
}

export interface Pools {
  /** Sessions of the database's owner: migrations and the platform's own bookkeeping, never a request's SQL. */
  owner: pg.Pool
  /** Sessions logged in as api_<role>, which may become that one role and nothing more. */
  asRole(role: ApiRole): pg.Pool
  close(): Promise<void>
}

export interface PoolOptions {
  /** The owner's connection string. */
  ownerUrl: string
  /** Password that `prepareApiLogins` gave the three api_* logins. */
  loginPassword: string
  /** Connections per pool. Four pools share Postgres' default 100 with other processes. */
  maxPerPool?: number
  log: Log
}

/** A caller that waits longer for a free connection is better told so than kept; the same for a server that is away. */
const CONNECTION_WAIT_MS = 10_000
/** Closing waits for what is under way, but a query that hangs must not keep the process from ending. */
const CLOSING_WAIT_MS = 3000

export function openPools({ ownerUrl, loginPassword, maxPerPool = 8, log }: PoolOptions): Pools {
  const open = (connectionString: string, max: number) => {
    const pool = new pg.Pool({
      connectionString,
      max,
      application_name: 'platform',
      connectionTimeoutMillis: CONNECTION_WAIT_MS,
    })
    // Without a listener a lost idle connection would end the process.
    pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
    // A connection on loan tells its borrower by the failing query, one that is being closed tells nobody:
    // the pool listens to neither, and an error without a listener would end the process as well.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const owner = open(ownerUrl, maxPerPool)
  const byRole = new Map(
    API_ROLES.map((role) => [role, open(apiLoginUrl({ ownerUrl, loginPassword, role }), maxPerPool)]),
  )
  return {
    owner,
    asRole(role) {
      const pool = byRole.get(role)
      if (!pool) throw new Error(`No pool for role ${role}.`)
      return pool
    },
    async close() {
      const ends = Promise.all([owner, ...byRole.values()].map((pool) => pool.end()))
      const { promise: waited, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, CLOSING_WAIT_MS)
      await Promise.race([ends, waited])
      clearTimeout(timer)
    },
  }
}

/**
 * Sets the api_* logins' password. Roles are shared by the whole cluster, so the password is the cluster's too. What
 * they are refused is told to the caller and stays out of the server's log, which any visitor could fill; only a
 * superuser may say so.
 */
export async function prepareApiLogins(client: pg.ClientBase, loginPassword: string): Promise<void> {
  const { rows } = await client.query<{ superuser: boolean }>(
    'select rolsuper as superuser from pg_catalog.pg_roles where rolname = current_user',
  )
  for (const role of API_ROLES) {
    const login = quoteIdentifier(`api_${role}`)
    await aloneOnRoles(() => client.query(`alter role ${login} login password ${quoteLiteral(loginPassword)}`))
    if (!rows[0]?.superuser) continue
    await aloneOnRoles(() => client.query(`alter role ${login} set log_min_messages = 'fatal'`))
  }
}

/** Two processes that boot at once on one cluster may touch one role at the same moment; the later one tries again. */
const ROLE_ATTEMPTS = 20

async function aloneOnRoles(change: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await change()
      return
    } catch (error) {
      const raced = error instanceof Error && error.message.includes('tuple concurrently updated')
      if (!raced || attempt === ROLE_ATTEMPTS) throw error
    }
  }
}

function apiLoginUrl({ ownerUrl, loginPassword, role }: { ownerUrl: string; loginPassword: string; role: ApiRole }) {
  const url = new URL(ownerUrl)
  url.username = `api_${role}`
  url.password = encodeURIComponent(loginPassword)
  return url.href
}
