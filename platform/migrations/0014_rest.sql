-- /rest/v1: the schema cache hears of every change to the database's structure.

-- Tells the schema cache that a statement changed the structure.
create or replace function extensions.pgrst_ddl_watch() returns event_trigger
  language plpgsql
  set search_path = ''
as $$
declare
  command record;
begin
  for command in select * from pg_catalog.pg_event_trigger_ddl_commands() loop
    -- A temporary table is nobody else's.
    if command.schema_name is distinct from 'pg_temp' then
      notify pgrst, 'reload schema';
      return;
    end if;
  end loop;
end
$$;

-- The same for dropped objects, which pg_event_trigger_ddl_commands does not list.
create or replace function extensions.pgrst_drop_watch() returns event_trigger
  language plpgsql
  set search_path = ''
as $$
declare
  object record;
begin
  for object in select * from pg_catalog.pg_event_trigger_dropped_objects() loop
    if not object.is_temporary then
      notify pgrst, 'reload schema';
      return;
    end if;
  end loop;
end
$$;

-- Only a superuser may create event triggers. Without them the cache is read at start and after `notify pgrst`.
do $$
begin
  drop event trigger if exists pgrst_ddl_watch;
  drop event trigger if exists pgrst_drop_watch;
  create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
exception when insufficient_privilege then
  raise notice 'No event triggers without a superuser: run "notify pgrst" after changing the schema by hand.';
end
$$;

-- A cache that was loaded before this migration reads again.
notify pgrst, 'reload schema';
