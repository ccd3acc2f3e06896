import type pg from 'pg'
import type { Log } from '../log.ts'
import { aloneOnRoles, prepareLogin } from './api-logins.ts'
import { quoteIdentifier } from './identifier.ts'
import { readTokenRoleFacts, type TokenRoleFacts } from './token-role-facts.ts'

export interface TokenRoles {
  /** Whether a token may have this role now. Logs why not, once for each reason. */
  admits(role: string): Promise<boolean>
}

export interface TokenRolesOptions {
  owner: pg.Pool
  names: readonly string[]
  loginPassword: string
  log: Log
  /** Milliseconds. */
  now?: () => number
}

/** For so long a `grant` or `revoke` may go unnoticed: looking before each request would double its queries. */
const CHECKED_FOR_MS = 10_000

/** The platform's own login for a role of the project: a session that leaves its role is still only this one. */
export const tokenRoleLogin = (role: string) => `api_as_${role}`

/** The roles beyond anon, authenticated and service_role that the operator lets tokens have. */
export function createTokenRoles({ owner, names, loginPassword, log, now = Date.now }: TokenRolesOptions): TokenRoles {
  const verdicts = new Map<string, { until: number; admitted: Promise<boolean> }>()
  const told = new Map<string, string>()
  const prepared = new Set<string>()

  async function check(role: string): Promise<boolean> {
    const login = tokenRoleLogin(role)
    const client = await owner.connect()
    try {
      const facts = await readTokenRoleFacts(client, { role, login })
      const obstacle = facts.obstacle ?? (await prepare(client, { role, login, facts }))
      if (obstacle !== null && facts.login.isMember) {
        await client.query(`revoke ${quoteIdentifier(role)} from ${quoteIdentifier(login)}`)
      }
      tell(role, obstacle, facts.ownTables)
      return obstacle === null
    } finally {
      client.release()
    }
  }

  /** Lets the login become the role, and the owner, who asks policies on behalf of others. Says what it may not do. */
  async function prepare(client: pg.ClientBase, { role, login, facts }: Preparation): Promise<string | null> {
    if (facts.login.isMember && prepared.has(role)) return null
    const [roleName, loginName] = [quoteIdentifier(role), quoteIdentifier(login)]
    try {
      if (!facts.login.exists) await client.query(createLogin(loginName))
      await prepareLogin(client, login, loginPassword)
      await aloneOnRoles(() => client.query(`grant ${roleName} to ${loginName}`))
      await client.query(becomeByOwner, [role]).then(async ({ rows }) => {
        if (rows.length > 0) await client.query(`grant ${roleName} to current_user`)
      })
      prepared.add(role)
      // What the role may see of the tables is read with the schema cache.
      await client.query('notify pgrst')
      return null
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error
      return `cannot be handed to the platform's login (${error.message}). Let a superuser run: grant ${roleName} to ${await me(client)} with admin option`
    }
  }

  function tell(role: string, obstacle: string | null, ownTables: string[]) {
    const owned = ownTables.length > 0 ? `owns ${ownTables.join(', ')}: their row-level security does not bind it` : ''
    const sentence = obstacle ?? owned
    if (told.get(role) === sentence) return
    told.set(role, sentence)
    if (sentence) log.warn({ role }, `token_roles: the role ${quoteIdentifier(role)} ${sentence}`)
  }

  return {
    async admits(role) {
      if (!names.includes(role)) return false
      const known = verdicts.get(role)
      if (known && known.until > now()) return known.admitted
      const admitted = check(role)
      verdicts.set(role, { until: now() + CHECKED_FOR_MS, admitted })
      admitted.catch(() => verdicts.delete(role))
      return admitted
    },
  }
}

interface Preparation {
  role: string
  login: string
  facts: TokenRoleFacts
}

/** Another process may make it at the same moment. */
const createLogin = (loginName: string) =>
  `do $$ begin create role ${loginName} login noinherit; exception when duplicate_object or unique_violation then null; end $$`

/** A row where the owner may not become the role yet; up to version 15 every member may. */
const becomeByOwner = `
select from pg_catalog.pg_roles
where rolname = $1 and not pg_catalog.pg_has_role(current_user, oid,
  case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)`

async function me(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_user) as name')
  return rows[0]?.name ?? 'current_user'
}
