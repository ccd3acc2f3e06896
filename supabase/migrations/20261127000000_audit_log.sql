-- Who changed what and when: one log for every table that staff write, and saving with a look at what others did meanwhile.

-- The tables whose changes are logged. The triggers below are made from these rows, and saving, undoing and restoring know
-- no other tables.
create table private.audited_tables (
  table_name text primary key,
  key_column text not null default 'id',
  -- What people call a row by; null where that would be personal data.
  name_column text,
  -- Columns that the database or the importer writes: they are no change.
  ignored_columns text[] not null default '{updated_at}',
  -- Of these the log holds only that they changed.
  personal_columns text[] not null default '{}',
  -- The least role that may change these rows, and so may read, undo and restore their changes.
  for_role public.app_role not null default 'editor',
  -- Whether only changes by people are logged: visitors and jobs write these tables all the time.
  people_only boolean not null default false,
  -- Whether removed rows go to the trash.
  has_trash boolean not null default false
);
comment on table private.audited_tables is 'Tables whose changes are logged, and how.';
alter table private.audited_tables enable row level security;
grant select on private.audited_tables to authenticated, service_role;
create policy "staff procedures read the audited tables" on private.audited_tables
  for select to authenticated
  using (true);

insert into private.audited_tables
  (table_name, key_column, name_column, ignored_columns, personal_columns, for_role, people_only, has_trash)
values
  ('user_roles', 'user_id', null, '{created_at,updated_at}', '{}', 'admin', false, false),
  ('site_settings', 'key', 'key', '{version,created_at,updated_at}', '{}', 'admin', false, false),
  ('networks', 'id', 'name', '{}', '{}', 'admin', false, false),
  ('programmes', 'id', 'name', '{updated_at}', '{}', 'admin', false, false),
  ('feeds', 'id', 'name', '{checked_at,accepted_rows,version}', '{}', 'admin', false, false),
  ('homepage_settings', 'id', 'hero_title', '{updated_at}', '{}', 'admin', false, false),
  ('merchants', 'id', 'name', '{updated_at}', '{}', 'editor', false, true),
  ('products', 'id', 'product_name',
    '{updated_at,observed_at,price_changed_at,item_id,leads,leads_merchant,better_steps,merchant_better_steps,is_lowest,shops,colours,sizes}', '{}', 'editor', false, true),
  ('amazon_products', 'id', 'product_title', '{updated_at}', '{}', 'editor', true, true),
  ('collections', 'id', 'title', '{updated_at}', '{}', 'editor', false, true),
  ('pages', 'id', 'name', '{updated_at}', '{}', 'editor', false, true),
  ('blog_posts', 'id', 'title', '{updated_at}', '{}', 'editor', false, true),
  ('comparison_posts', 'id', 'title', '{updated_at}', '{}', 'editor', false, true),
  ('wallpaper_collections', 'id', 'name', '{updated_at}', '{}', 'editor', false, true),
  ('wallpapers', 'id', 'title', '{updated_at,download_count}', '{}', 'editor', false, true),
  ('draft_products', 'id', null, '{updated_at}', '{}', 'editor', false, true),
  ('newsletter_subscribers', 'id', null, '{updated_at}', '{email,source_page,consent_text}', 'admin', true, false),
  ('price_watchers', 'id', null, '{}', '{email}', 'admin', true, false),
  ('price_alerts', 'id', null, '{}', '{source_page,consent_text}', 'admin', true, false),
  ('contact_messages', 'id', null, '{}', '{name,email,subject,message}', 'admin', true, false);

-- Tables whose rows lists narrow and take out as CSV: the audited ones, the log itself, which is only ever added to, and what
-- imports refused.
create view private.listed_tables with (security_invoker = true) as
  select table_name, key_column, for_role from private.audited_tables
  union all
  select 'audit_log', 'id', 'admin'::public.app_role
  union all
  select 'refused_rows', 'id', 'editor'::public.app_role;
comment on view private.listed_tables is 'Tables whose rows can be narrowed and exported, and by whom.';
grant select on private.listed_tables to authenticated, service_role;

create table public.audit_log (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default now(),
  -- The account; null for a change by the service's key or a job of the shop's own. Not a foreign key: the log outlives it.
  actor uuid,
  -- Groups what was changed together: a transaction, or all transactions of one job.
  change_set uuid not null,
  -- The row of job_runs that did it.
  job uuid,
  -- The change set that this one undid.
  undoes uuid,
  -- Why, where whoever did it was asked.
  reason text,
  table_name text not null,
  row_key text not null,
  -- What the row was called at that time; null for rows of persons.
  row_name text,
  -- An export is of many rows: it has no key.
  action text not null check (action in ('insert', 'update', 'delete', 'export')),
  -- Names of the changed or exported columns, personal ones too.
  columns text[] not null,
  -- Values of the changed columns, without personal ones. Null for an insert, and after a delete.
  before jsonb,
  after jsonb,
  -- The least role that may read this line.
  for_role public.app_role not null
);
comment on table public.audit_log is 'Who changed or exported what and when. Nobody changes a line; lines leave by their age.';
comment on column public.audit_log.change_set is 'Equal for what was changed together: pass it to undo_change_set.';
comment on column public.audit_log.columns is 'The changed or exported columns; of personal ones the log holds nothing but the name.';
create index audit_log_row on public.audit_log (table_name, row_key, id);
create index audit_log_change_set on public.audit_log (change_set, id);
create index audit_log_actor on public.audit_log (actor, id);
-- Lines are appended in the order of their time, so a few pages of index find what is old.
create index audit_log_changed_at on public.audit_log using brin (changed_at);

alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated, service_role;
create policy "editors read changes of what they edit" on public.audit_log
  for select to authenticated
  using (for_role <> 'admin' and (select private.has_role('editor')));
create policy "admins read every change" on public.audit_log
  for select to authenticated
  using ((select private.has_role('admin')));

-- Trigger: the log is append-only, for its owner too. What is younger than thirty days cannot be deleted by anybody.
create function private.keep_audit_log() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and old.changed_at < now() - interval '30 days' then
    return old;
  end if;
  raise exception 'The log of changes is only ever added to'
    using errcode = 'insufficient_privilege', hint = 'Lines are deleted by their age: change audit_log_days in the settings.';
end
$$;
create trigger keep_audit_log
  before update or delete on public.audit_log
  for each row execute function private.keep_audit_log();
create trigger keep_whole_audit_log
  before truncate on public.audit_log
  for each statement execute function private.keep_audit_log();

-- How long the log is kept: the setting audit_log_days, from 30 to 3650, a year by default.
alter table public.site_settings add constraint audit_log_days_is_a_number_of_days
  check (key <> 'audit_log_days'
    or jsonb_typeof(value) = 'number' and (value)::numeric between 30 and 3650);
create function private.audit_log_age() returns interval
  language sql stable
  set search_path = ''
as $$
  select make_interval(days => coalesce(
    (select (value #>> '{}')::numeric::integer from public.site_settings where key = 'audit_log_days'), 365))
$$;

-- Who acts: the account of the request, or the one that a function or job names in app.actor for its transaction.
create function private.actor() returns uuid
  language sql stable
  set search_path = ''
as $$
  select coalesce(
    nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid,
    nullif(current_setting('app.actor', true), '')::uuid
  )
$$;

-- The change set of this transaction: the one named in app.change_set, or a new one.
create function private.change_set() returns uuid
  language plpgsql
  set search_path = ''
as $$
declare
  named text := current_setting('app.change_set', true);
begin
  if coalesce(named, '') = '' then
    named := set_config('app.change_set', gen_random_uuid()::text, true);
  end if;
  return named::uuid;
end
$$;

-- One line of the log, or none where nothing of interest differs. `old_row` is null for an insert, `new_row` for a delete.
-- Written by one statement, because of ten thousand changed rows each pays for every call and every setting.
create function private.log_change(rules private.audited_tables, old_row jsonb, new_row jsonb) returns void
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

-- Trigger: one changed row. Times are written as UTC, whatever zone the writer asked for, so that they can be compared. Security
-- definer because nobody may write the log.
create function private.log_changed_row() returns trigger
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

-- Imports are told by their run. The owner's own sessions (retention, seeds, migrations) are no staff, unless they say for
-- whom they work. Row by row, as was measured: collecting one changed row in a transition table and joining it with itself
-- cost half as much again, and for many rows was no faster.
do $$
declare
  audited private.audited_tables;
  worth_logging constant text := $when$(
    coalesce(current_setting('shop.bulk_import', true), '') <> 'on'
    and (current_setting('role') <> 'none' or coalesce(current_setting('app.actor', true), '') <> '')
  )$when$;
begin
  for audited in select * from private.audited_tables loop
    if audited.table_name = 'products' then
      execute format('create trigger log_new_or_removed after insert or delete on public.products
        for each row when %s execute function private.log_changed_row()', worth_logging);
      -- Not the columns that triggers write after the edit.
      execute format('create trigger log_changed after update of %s on public.products
        for each row when %s execute function private.log_changed_row()',
        (
          select string_agg(quote_ident(attname), ', ')
          from pg_attribute
          where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped
            and attname <> all (audited.ignored_columns)
        ),
        worth_logging);
      continue;
    end if;
    execute format('create trigger log_changed after insert or update or delete on public.%I
      for each row when %s execute function private.log_changed_row()', audited.table_name, worth_logging);
  end loop;
end
$$;

-- Trigger: counts the saves of a setting.
create function private.count_saves() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
create trigger count_saves
  before update on public.site_settings
  for each row execute function private.count_saves();

-- How a key of an audited table is written as a value of its type, for statements that are put together.
create function private.key_type(of_table private.audited_tables) returns text
  language sql stable
  set search_path = ''
as $$
  select format_type(atttypid, atttypmod)
  from pg_catalog.pg_attribute
  where attrelid = ('public.' || quote_ident(of_table.table_name))::regclass and attname = of_table.key_column
$$;
grant execute on function private.key_type(private.audited_tables) to authenticated, service_role;

-- Saves some columns of a row, unless somebody else changed one of them since the form was opened. `began` holds the values
-- that the form began from, `changes` those to be saved, both by column. Returns {saved: true, row} or
-- {saved: false, conflicts: [{column, began, yours, theirs}], row}: show both and ask. A setting that has no row yet is
-- made. Runs as the caller, so the table's policies decide.
create function public.save_row(of_table text, of_key text, began jsonb, changes jsonb) returns jsonb
  language plpgsql
  set search_path = ''
  set timezone = 'UTC'
as $$
declare
  rules private.audited_tables;
  current_row jsonb;
  conflicts jsonb;
  unknown text;
begin
  select * into rules from private.audited_tables where table_name = of_table;
  if rules is null then
    raise exception 'There is no table "%" that can be saved this way', of_table using errcode = 'PT404';
  end if;
  execute format('select to_jsonb(saved) from public.%I as saved where %I = $1::%s for update',
    rules.table_name, rules.key_column, private.key_type(rules))
    into current_row using of_key;
  if current_row is null and rules.table_name = 'site_settings' then
    insert into public.site_settings (key, value) values (of_key, changes -> 'value');
    return jsonb_build_object('saved', true, 'row', (select to_jsonb(s) from public.site_settings as s where key = of_key));
  end if;
  if current_row is null then
    raise exception 'There is no such row that you may change'
      using errcode = 'PT404', hint = 'Somebody may have deleted it: look into the trash.';
  end if;
  select key into unknown from jsonb_object_keys(changes) as key where not current_row ? key or key = rules.key_column limit 1;
  if unknown is not null then
    raise exception 'There is no column "%" to save', unknown using errcode = 'PT400';
  end if;
  select jsonb_agg(
    jsonb_build_object('column', key, 'began', began -> key, 'yours', value, 'theirs', current_row -> key) order by key)
  into conflicts
  from jsonb_each(changes)
  where current_row -> key is distinct from coalesce(began -> key, 'null')
    and current_row -> key is distinct from value;
  if conflicts is not null then
    return jsonb_build_object('saved', false, 'conflicts', conflicts, 'row', current_row);
  end if;
  if changes <> '{}' then
    execute format(
      'update public.%1$I as saved set %2$s from jsonb_populate_record(null::public.%1$I, $1) as wanted
         where saved.%3$I = $2::%4$s returning to_jsonb(saved)',
      rules.table_name,
      (select string_agg(format('%1$I = wanted.%1$I', key), ', ') from jsonb_object_keys(changes) as key),
      rules.key_column, private.key_type(rules))
      into current_row using changes, of_key;
  end if;
  return jsonb_build_object('saved', true, 'row', current_row);
end
$$;
comment on function public.save_row(text, text, jsonb, jsonb) is
  'Saves columns of a row unless somebody changed one of them since the form began; then says which, and how.';
revoke execute on function public.save_row(text, text, jsonb, jsonb) from public, anon;
grant execute on function public.save_row(text, text, jsonb, jsonb) to authenticated, service_role;
