-- The log's price, as it was measured: one line is written by one statement, because of ten thousand changed rows each pays
-- for every call and every setting; and row by row on every table, because collecting one changed row in a transition table
-- and joining it with itself cost half as much again, and for many rows was no faster.
create or replace function private.log_change(rules private.audited_tables, old_row jsonb, new_row jsonb) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  known constant jsonb := coalesce(new_row, old_row);
  claims constant text := nullif(current_setting('request.jwt.claims', true), '');
  named text := nullif(current_setting('app.change_set', true), '');
begin
  -- Lines cannot be deleted for thirty days, and hold a value twice. The longest article is a tenth of this.
  if pg_column_size(new_row) > 500000 then
    raise exception 'This row is too long to be saved'
      using errcode = 'PT413', hint = 'Shorten its texts to half a million characters together.';
  end if;
  -- As private.change_set and private.actor say.
  if named is null then
    named := private.change_set();
  end if;
  insert into public.audit_log
    (actor, change_set, job, undoes, reason, table_name, row_key, row_name, action, columns, before, after, for_role)
  select
    coalesce(nullif(claims::jsonb ->> 'sub', ''), nullif(current_setting('app.actor', true), ''))::uuid,
    named::uuid,
    nullif(current_setting('app.job', true), '')::uuid,
    nullif(current_setting('app.undoes', true), '')::uuid,
    nullif(current_setting('app.reason', true), ''),
    rules.table_name,
    known ->> rules.key_column,
    known ->> rules.name_column,
    case when old_row is null then 'insert' when new_row is null then 'delete' else 'update' end,
    changed.columns,
    case when old_row is not null then changed.before end,
    case when new_row is not null then changed.after end,
    rules.for_role
  from (
    select
      array_agg(key) as columns,
      jsonb_object_agg(key, old_row -> key) filter (where key <> all (rules.personal_columns)) as before,
      jsonb_object_agg(key, new_row -> key) filter (where key <> all (rules.personal_columns)) as after
    from jsonb_each(known)
    where key <> all (rules.ignored_columns)
      and case
        when old_row is null or new_row is null then value <> 'null'
        else value is distinct from old_row -> key
      end
  ) as changed
  where changed.columns is not null;
end
$$;

do $$
declare
  audited private.audited_tables;
  worth_logging constant text := $when$(
    coalesce(current_setting('shop.bulk_import', true), '') <> 'on'
    and (current_setting('role') <> 'none' or coalesce(current_setting('app.actor', true), '') <> '')
  )$when$;
begin
  for audited in select * from private.audited_tables where table_name <> 'products' loop
    execute format('drop trigger log_inserted on public.%I', audited.table_name);
    execute format('drop trigger log_updated on public.%I', audited.table_name);
    execute format('drop trigger log_deleted on public.%I', audited.table_name);
    execute format('create trigger log_changed after insert or update or delete on public.%I
      for each row when %s execute function private.log_changed_row()', audited.table_name, worth_logging);
  end loop;
end
$$;
drop function private.log_changes();

-- Trigger: one changed row. Times are written as UTC, whatever zone the writer asked for, so that they can be compared. Security
-- definer because nobody may write the log.
create or replace function private.log_changed_row() returns trigger
  language plpgsql security definer
  set search_path = ''
  set timezone = 'UTC'
as $$
declare
  rules private.audited_tables;
begin
  select * into rules from private.audited_tables where table_name = tg_table_name;
  if rules.people_only and private.actor() is null then
    return null;
  end if;
  perform private.log_change(
    rules,
    case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end
  );
  return null;
end
$$;
