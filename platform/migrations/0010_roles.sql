-- Supabase's API roles, schemas and the claim helpers that every policy uses.
-- Roles belong to the cluster, not to one database, so each is created only where it is missing.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'nologin noinherit'),
      ('supabase_auth_admin', 'nologin noinherit'),
      ('supabase_storage_admin', 'nologin noinherit'),
      ('supabase_realtime_admin', 'nologin noinherit'),
      -- One login for each API role: a session that escapes its transaction is still only itself.
      ('api_anon', 'login noinherit'),
      ('api_authenticated', 'login noinherit'),
      ('api_service_role', 'login noinherit')
    ) as roles (name, attributes)
  loop
    begin
      if not exists (select 1 from pg_catalog.pg_roles where rolname = wanted.name) then
        execute pg_catalog.format('create role %I %s', wanted.name, wanted.attributes);
      end if;
    exception when duplicate_object or unique_violation then
      null; -- another database of this cluster is being migrated at the same moment
    end;
  end loop;
end
$$;

-- Roles belong to the cluster. Of a server that lets nobody make roles (or keeps a name for itself) the rest is done.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['supabase_admin', 'supabase_functions_admin', 'dashboard_user'] loop
    begin
      if not exists (select 1 from pg_catalog.pg_roles where rolname = wanted) then
        execute pg_catalog.format('create role %I nologin', wanted);
      end if;
    exception when duplicate_object or unique_violation or insufficient_privilege or reserved_name then
      raise notice 'the role % was not made: %', wanted, sqlerrm;
    end;
  end loop;
end
$$;

grant anon to api_anon;
grant authenticated to api_authenticated;
grant service_role to api_service_role;
grant anon, authenticated, service_role to authenticator;

create schema if not exists auth;
create schema if not exists storage;
create schema if not exists realtime;
create schema if not exists extensions;
-- Migrations of Supabase projects name these.
create schema if not exists graphql;
create schema if not exists graphql_public;
create schema if not exists supabase_functions;
create schema if not exists vault;
-- What this platform keeps for itself: outbox, limits, webhook queue, migration history.
create schema if not exists _platform;

grant usage on schema public, auth, storage, realtime, extensions, graphql, graphql_public, supabase_functions
  to anon, authenticated, service_role;
grant usage on schema _platform to service_role;
grant usage, create on schema auth to supabase_auth_admin;
grant usage, create on schema storage to supabase_storage_admin;
grant usage, create on schema realtime to supabase_realtime_admin;

-- Nothing in public is writable or callable by accident: grants are explicit, table by table.
revoke create on schema public from public;
alter default privileges revoke execute on functions from public;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

-- Hosted projects have it at first. What it counts is seen where the server loads its library.
do $$
begin
  create extension if not exists pg_stat_statements with schema extensions;
exception when others then
  raise notice 'pg_stat_statements is not there: %', sqlerrm;
end
$$;

-- The caller's user id, from the verified token's sub claim; null for anonymous callers.
create or replace function auth.uid() returns uuid
  language sql stable
  set search_path = ''
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

-- The API role of the verified token.
create or replace function auth.role() returns text
  language sql stable
  set search_path = ''
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;

-- The email claim of the verified token.
create or replace function auth.email() returns text
  language sql stable
  set search_path = ''
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

-- All claims of the verified token.
create or replace function auth.jwt() returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

-- Public: policies of roles beyond the three ask who the caller is as well. On a hosted project everybody may call these;
-- they tell nothing but the session's own settings.
grant execute on function auth.uid(), auth.role(), auth.email(), auth.jwt()
  to public, anon, authenticated, service_role;
