-- The schemas and roles that migrations of Supabase projects name, and the owner of what is the platform's: the
-- Supabase CLI's `db reset --db-url` drops every schema that supabase_admin does not own.

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

create schema if not exists graphql;
create schema if not exists graphql_public;
create schema if not exists supabase_functions;
create schema if not exists vault;
grant usage on schema graphql, graphql_public, supabase_functions to anon, authenticated, service_role;

-- Who migrates keeps every right: as a superuser, or by being a member of the new owner.
do $$
declare
  schema_name text;
begin
  if not pg_catalog.pg_has_role(current_user, 'supabase_admin', 'usage') then
    execute pg_catalog.format('grant supabase_admin to %I', current_user);
  end if;
  execute pg_catalog.format('grant create on database %I to supabase_admin', pg_catalog.current_database());
  foreach schema_name in array
    array['auth', 'storage', 'realtime', 'extensions', 'graphql', 'graphql_public', 'supabase_functions', 'vault', '_platform']
  loop
    execute pg_catalog.format('grant usage, create on schema %I to %I', schema_name, current_user);
    execute pg_catalog.format('alter schema %I owner to supabase_admin', schema_name);
  end loop;
exception when insufficient_privilege or undefined_object then
  raise warning 'supabase_admin does not own the platform''s schemas: supabase db reset --db-url would drop them (%)', sqlerrm;
end
$$;

-- Hosted projects have it at first. What it counts is seen where the server loads its library.
do $$
begin
  create extension if not exists pg_stat_statements with schema extensions;
exception when others then
  raise notice 'pg_stat_statements is not there: %', sqlerrm;
end
$$;
