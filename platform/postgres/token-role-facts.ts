import type pg from 'pg'
import { quoteIdentifier } from './identifier.ts'

export interface TokenRoleFacts {
  /** Why no token may have it: the rest of a sentence that begins with the role. Null: it may. */
  obstacle: string | null
  /** Tables whose row-level security does not bind it, because it owns them. */
  ownTables: string[]
  /** The login of the platform that may become it. */
  login: { exists: boolean; isMember: boolean }
}

interface Row {
  granted: boolean
  powers: { name: string; power: string }[]
  own_tables: string[]
}

/** What a role may do beyond its grants, or what it may become that may: row-level security would mean nothing. */
const FACTS = `
select
  pg_catalog.pg_has_role('authenticator', role.oid, 'member') as granted,
  coalesce(
    (select json_agg(json_build_object('name', other.name, 'power', other.power) order by other.name <> $1, other.name)
     from (
       select o.rolname as name, case
         when o.rolsuper then 'is a superuser'
         when o.rolbypassrls then 'is not bound by row-level security (bypassrls)'
         when o.rolcreaterole then 'may make roles (createrole)'
         when o.rolreplication then 'may read everything by replication'
         when o.oid = database.datdba then 'owns the database'
         when o.rolname ~ '^pg_' then 'has rights over the whole server'
         when o.oid in (select nspowner from pg_catalog.pg_namespace
                        where nspname in ('auth', 'storage', 'realtime', '_platform')) then 'owns a schema of the platform'
         when o.rolname in ('supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin')
           then 'administers a schema of the platform'
       end as power
       from pg_catalog.pg_roles o
       where pg_catalog.pg_has_role(role.oid, o.oid, 'member')
     ) other
     where other.power is not null),
    '[]') as powers,
  array(
    select c.oid::regclass::text from pg_catalog.pg_class c
    where c.relrowsecurity and not c.relforcerowsecurity and pg_catalog.pg_has_role(role.oid, c.relowner, 'usage')
    order by 1
  ) as own_tables
from pg_catalog.pg_roles role
join pg_catalog.pg_database database on database.datname = current_database()
where role.rolname = $1`

const LOGIN = `
select true as exists, exists (
  select from pg_catalog.pg_auth_members m
  join pg_catalog.pg_roles role on role.oid = m.roleid
  where m.member = login.oid and role.rolname = $2
) as "isMember"
from pg_catalog.pg_roles login where login.rolname = $1`

/** Looks whether tokens may have a role: it exists, authenticator was granted it, and policies bind it. */
export async function readTokenRoleFacts(
  client: pg.ClientBase,
  { role, login }: { role: string; login: string },
): Promise<TokenRoleFacts> {
  const facts = (await client.query<Row>(FACTS, [role])).rows[0]
  const logins = (await client.query<TokenRoleFacts['login']>(LOGIN, [login, role])).rows
  return {
    obstacle: obstacleOf(role, facts),
    ownTables: facts?.own_tables ?? [],
    login: logins[0] ?? { exists: false, isMember: false },
  }
}

function obstacleOf(role: string, facts: Row | undefined): string | null {
  const name = quoteIdentifier(role)
  if (!facts) return `does not exist. Run: create role ${name} nologin; grant ${name} to authenticator`
  const power = facts.powers[0]
  if (power?.name === role) return `${power.power}, so policies would not hold for it: name another role`
  if (power) return `may become ${quoteIdentifier(power.name)}, which ${power.power}: revoke that, or name another role`
  return facts.granted ? null : `was not granted to authenticator. Run: grant ${name} to authenticator`
}
