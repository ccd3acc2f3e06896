import type pg from 'pg'
import { quoteIdentifier } from './identifier.ts'

/** The roles of platform/migrations/0010_roles.sql. */
const ROLES = [
  ...['anon', 'authenticated', 'service_role', 'authenticator'],
  ...['supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin'],
  ...['api_anon', 'api_authenticated', 'api_service_role'],
]
/** The owner of the database must be able to become these: it hands objects over, and asks policies as the caller. */
const TO_BECOME = ['anon', 'authenticated', 'service_role', 'supabase_auth_admin']
/** From this version on CREATEROLE alone gives nothing over roles that others made, or the right to become one's own. */
const ADMIN_OPTION_NEEDED = 160_000

interface Facts {
  me: string
  database: string
  version: number
  superuser: boolean
  createrole: boolean
  bypassrls: boolean
  may_create: boolean
  owns_public: boolean
  roles: { name: string; bypassrls: boolean; admin: boolean }[]
}

/** One missing right and the SQL that gives it, for a superuser or the server's own admin. */
interface Missing {
  right: string
  sql: string
}

/**
 * Looks whether the session's user may do what the migrations do, before the first of them. The rights that managed
 * servers give (CREATEROLE, the database) are enough but for one: a role that row-level security does not bind. Throws
 * one error that names every missing right and the SQL for it.
 */
export async function requireOwnerRights(client: pg.ClientBase): Promise<void> {
  const facts = await readFacts(client)
  if (facts.superuser) return
  const missing = missingRights(facts)
  if (missing.length === 0) return
  const rights = missing.map(({ right }) => right).join(', ')
  const sql = missing.map((each) => `  ${each.sql};`).join('\n')
  throw new Error(
    `The database user ${facts.me} lacks rights in ${facts.database}: ${rights}. Let a superuser, or the server's admin, run this there and start again:\n${sql}`,
  )
}

/**
 * Before roles are created: PostgreSQL 16 and newer give who creates a role the right to hand it on, and only with this
 * setting to become it.
 */
export async function becomeRolesMade(client: pg.ClientBase): Promise<void> {
  const { version } = await readFacts(client)
  if (version < ADMIN_OPTION_NEEDED) return
  await client.query(`set createrole_self_grant = 'set, inherit'`)
  // Roles that were made without it, by an earlier try or by the server's admin.
  const { rows } = await client.query<{ name: string }>(
    `select rolname as name from pg_catalog.pg_roles
     where rolname = any($1) and pg_has_role(oid, 'member with admin option') and not pg_has_role(oid, 'set')`,
    [TO_BECOME],
  )
  for (const { name } of rows) await client.query(`grant ${quoteIdentifier(name)} to current_user with set true`)
}

async function readFacts(client: pg.ClientBase): Promise<Facts> {
  const { rows } = await client.query<Facts>(
    `select rolname as me, current_database() as database, current_setting('server_version_num')::int as version,
       rolsuper as superuser, rolcreaterole as createrole, rolbypassrls as bypassrls,
       has_database_privilege(current_database(), 'create') as may_create,
       coalesce((select pg_has_role(nspowner, 'usage') from pg_catalog.pg_namespace where nspname = 'public'), true)
         as owns_public,
       coalesce(
         (select json_agg(json_build_object(
            'name', role.rolname, 'bypassrls', role.rolbypassrls,
            'admin', pg_has_role(role.oid, 'member with admin option')))
          from pg_catalog.pg_roles role where role.rolname = any($1)),
         '[]') as roles
     from pg_catalog.pg_roles where rolname = current_user`,
    [ROLES],
  )
  if (!rows[0]) throw new Error('The database does not say who its user is.')
  return rows[0]
}

function missingRights(facts: Facts): Missing[] {
  const { me, database, version, createrole, may_create, owns_public, roles } = facts
  const user = quoteIdentifier(me)
  const missing: Missing[] = []
  if (!createrole) missing.push({ right: 'creating roles', sql: `alter role ${user} createrole` })
  if (!may_create || !owns_public) {
    missing.push({
      right: 'owning the database',
      sql: `alter database ${quoteIdentifier(database)} owner to ${user}`,
    })
  }
  const service = roles.find(({ name }) => name === 'service_role')
  if (!service && !(facts.bypassrls && version >= ADMIN_OPTION_NEEDED)) {
    missing.push({
      right: 'making the role service_role, which row-level security must not bind',
      sql: `create role service_role nologin noinherit bypassrls; grant service_role to ${user} with admin option`,
    })
  }
  if (service && !service.bypassrls) {
    missing.push({ right: 'a service_role free of row-level security', sql: 'alter role service_role bypassrls' })
  }
  if (version >= ADMIN_OPTION_NEEDED) {
    for (const { name } of roles.filter((role) => !role.admin)) {
      missing.push({ right: `handing on the role ${name}`, sql: `grant ${name} to ${user} with admin option` })
    }
  }
  return missing
}
