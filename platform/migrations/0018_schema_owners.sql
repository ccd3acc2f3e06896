-- The owner of what is the platform's: the Supabase CLI's `db reset --db-url` drops every schema that supabase_admin does
-- not own.

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
