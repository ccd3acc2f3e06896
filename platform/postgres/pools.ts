import type pg from 'pg'
import type { Log } from '../log.ts'
import { prepareLogin } from './api-logins.ts'
import { openPool } from './open-pool.ts'
import { createTokenRoles, tokenRoleLogin } from './token-roles.ts'

/** The database roles of every project. A token may name these, and those that the operator lists (`tokenRoles`). */
export const API_ROLES: readonly string[] = ['anon', 'authenticated', 'service_role']

export interface Pools {
  /** Sessions of the database's owner: migrations and the platform's own bookkeeping, never a request's SQL. */
  owner: pg.Pool
  /** The roles that tokens may name; of those beyond API_ROLES `admits` says whether they may now. */
  roles: readonly string[]
  /** Whether a request may run as this role. Always asked before `asRole` for a role that a token names. */
  admits(role: string): true | Promise<boolean>
  /** Sessions of a login that may become that one role and nothing more. */
  asRole(role: string): pg.Pool
  /** Further sessions of the same login, which whoever opens them closes. */
  openAs(role: string, config: pg.PoolConfig): pg.Pool
  close(): Promise<void>
}

export interface PoolOptions {
  /** The owner's connection string. */
  ownerUrl: string
  /** Password that `prepareApiLogins` gave the three api_* logins. */
  loginPassword: string
  /** Roles beyond API_ROLES that tokens may have. */
  tokenRoles?: readonly string[]
  /** Connections per pool. Four pools share Postgres' default 100 with other processes. */
  maxPerPool?: number
  log: Log
}

/** Connections for each role of the operator's own: several of these pools must fit beside the others. */
const MAX_PER_TOKEN_ROLE = 4
/** Closing waits for what is under way, but a query that hangs must not keep the process from ending. */
const CLOSING_WAIT_MS = 3000

export function openPools({ ownerUrl, loginPassword, tokenRoles = [], maxPerPool = 8, log }: PoolOptions): Pools {
  const open = (config: pg.PoolConfig) => {
    const pool = openPool({ application_name: 'platform', ...config })
    pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
    return pool
  }
  const owner = open({ connectionString: ownerUrl, max: maxPerPool })
  const loginUrl = (login: string) => urlOfLogin({ ownerUrl, loginPassword, login })
  const byRole = new Map([
    ...API_ROLES.map((role) => [role, open({ connectionString: loginUrl(`api_${role}`), max: maxPerPool })] as const),
    ...tokenRoles.map((role) => {
      const connectionString = loginUrl(tokenRoleLogin(role))
      return [role, open({ connectionString, max: MAX_PER_TOKEN_ROLE })] as const
    }),
  ])
  const named = createTokenRoles({ owner, names: tokenRoles, loginPassword, log })
  const asRole = (role: string) => {
    const pool = byRole.get(role)
    if (!pool) throw new Error(`No pool for role ${role}.`)
    return pool
  }
  return {
    owner,
    roles: [...byRole.keys()],
    admits: (role) => API_ROLES.includes(role) || named.admits(role),
    asRole,
    openAs: (role, config) => open({ ...asRole(role).options, ...config }),
    async close() {
      const ends = Promise.all([owner, ...byRole.values()].map((pool) => pool.end()))
      const { promise: waited, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, CLOSING_WAIT_MS)
      await Promise.race([ends, waited])
      clearTimeout(timer)
    },
  }
}

/** Sets the password of the three logins that every project has. */
export async function prepareApiLogins(client: pg.ClientBase, loginPassword: string): Promise<void> {
  for (const role of API_ROLES) await prepareLogin(client, `api_${role}`, loginPassword)
}

function urlOfLogin({ ownerUrl, loginPassword, login }: { ownerUrl: string; loginPassword: string; login: string }) {
  const url = new URL(ownerUrl)
  url.username = encodeURIComponent(login)
  url.password = encodeURIComponent(loginPassword)
  return url.href
}
