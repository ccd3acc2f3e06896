-- What staff delete lies in the trash for thirty days, with what hung on it; and whole change sets are undone.

create table public.trash (
  id uuid primary key default gen_random_uuid(),
  table_name text not null,
  row_key text not null,
  -- What the row was called.
  name text,
  -- The whole row.
  removed_row jsonb not null,
  -- What went with it: rows of other tables, and keys of rows that referred to it.
  relations jsonb not null default '{}',
  -- Paths in our buckets (bucket/path) that only this row showed: deleted when the trash is emptied.
  files text[] not null default '{}',
  removed_by uuid,
  removed_at timestamptz not null default now(),
  change_set uuid not null,
  -- The least role that may see and restore it.
  for_role public.app_role not null
);
comment on table public.trash is 'Rows that staff removed, kept for thirty days: restore_from_trash brings them back.';
create index trash_newest on public.trash (removed_at, id);
create index trash_change_set on public.trash (change_set, table_name, row_key);
alter table public.trash enable row level security;
grant select on public.trash to authenticated;
grant select, delete on public.trash to service_role;
create policy "editors see what they may restore" on public.trash
  for select to authenticated
  using (for_role <> 'admin' and (select private.has_role('editor')));
create policy "admins see the whole trash" on public.trash
  for select to authenticated
  using ((select private.has_role('admin')));

-- Offers of feeds that an editor deleted: imports leave them out, or the next run would bring them back.
create table public.blocked_offers (
  feed_id bigint not null references public.feeds (id) on delete cascade,
  external_id text collate "C" not null,
  name text,
  primary key (feed_id, external_id)
);
comment on table public.blocked_offers is 'Offers of feeds that imports leave out, because an editor deleted their product.';
alter table public.blocked_offers enable row level security;
-- Written by deleting a product and by restoring it alone: both are in the log, and name who did it.
grant select on public.blocked_offers to authenticated, service_role;
create policy "editors see which offers are blocked" on public.blocked_offers
  for select to authenticated
  using ((select private.has_role('editor')));

-- The paths of our buckets that a row's columns name, as bucket/path and as they are written in an address.
create function private.files_of(removed jsonb) returns text[]
  language sql immutable
  set search_path = ''
as $$
  select coalesce(array_agg(distinct file), '{}')
  from jsonb_each_text(removed)
  cross join lateral substring(value from '^(?:https?://[^/]+)?/storage/v1/object/public/([^/?#]+/[^?#]+)') as file
  where key like '%\_url' and file is not null
$$;

-- Trigger: puts a row into the trash before it is gone, with what is deleted or cut loose with it. Security definer because
-- nobody may write the trash.
create function private.keep_in_trash() returns trigger
  language plpgsql security definer
  set search_path = ''
  set timezone = 'UTC'
as $$
declare
  rules private.audited_tables;
  removed constant jsonb := to_jsonb(old);
  key text;
  related jsonb := '{}';
begin
  select * into rules from private.audited_tables where table_name = tg_table_name;
  key := removed ->> rules.key_column;
  case tg_table_name
    when 'products' then
      related := jsonb_build_object(
        'price_history', (
          select coalesce(jsonb_agg(to_jsonb(history)), '[]') from public.price_history as history
          where history.product_id = key::bigint
        ),
        'hand_prices', (
          select coalesce(jsonb_agg(to_jsonb(written)), '[]') from public.hand_prices as written
          where written.product_id = key::bigint
        ),
        'draft_products', (
          select coalesce(jsonb_agg(drafts.id), '[]') from public.draft_products as drafts
          where drafts.product_id = key::bigint
        ),
        'price_alerts', (
          select coalesce(jsonb_agg(alerts.id), '[]') from public.price_alerts as alerts
          where alerts.product_id = key::bigint
        )
      );
      if removed ->> 'feed_id' is not null then
        insert into public.blocked_offers (feed_id, external_id, name)
        values ((removed ->> 'feed_id')::bigint, removed ->> 'external_id', removed ->> 'product_name')
        on conflict do nothing;
      end if;
    when 'wallpaper_collections' then
      related := jsonb_build_object('wallpapers', (
        select coalesce(jsonb_agg(wallpapers.id), '[]') from public.wallpapers where collection_id = key::uuid
      ));
    else
      null;
  end case;
  insert into public.trash (table_name, row_key, name, removed_row, relations, files, removed_by, change_set, for_role)
  values (
    tg_table_name, key, removed ->> rules.name_column, removed, related, private.files_of(removed),
    private.actor(), private.change_set(), rules.for_role
  );
  return old;
end
$$;

do $$
declare
  kept text;
begin
  for kept in select table_name from private.audited_tables where has_trash loop
    -- Its name comes late in the alphabet: triggers that refuse the deletion have spoken before.
    execute format($trigger$
      create trigger to_trash before delete on public.%I
        for each row
        when (
          coalesce(current_setting('shop.bulk_import', true), '') <> 'on'
          and (current_setting('role') <> 'none' or coalesce(current_setting('app.actor', true), '') <> '')
        )
        execute function private.keep_in_trash()
    $trigger$, kept);
  end loop;
end
$$;

-- Whether the caller may do what the role may: staff by their session, the shop's own jobs and key always.
create function private.may_act(required public.app_role) returns boolean
  language sql stable
  set search_path = ''
as $$
  select case
    when current_setting('role') in ('service_role', 'none') then true
    else private.has_role(required)
  end
$$;

-- Puts back what hung on a removed product or collection.
create function private.restore_relations(removed public.trash) returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if removed.table_name = 'products' then
    insert into public.price_history
    select history.* from jsonb_populate_recordset(null::public.price_history, removed.relations -> 'price_history') as history
    on conflict (product_id, observed_from) do nothing;
    -- Restoring a product writes no price.
    delete from public.hand_prices where product_id = removed.row_key::bigint;
    insert into public.hand_prices
    select written.* from jsonb_populate_recordset(null::public.hand_prices, removed.relations -> 'hand_prices') as written;
    update public.draft_products set product_id = removed.row_key::bigint
    where id in (select id::uuid from jsonb_array_elements_text(removed.relations -> 'draft_products') as id)
      and product_id is null;
    update public.price_alerts set product_id = removed.row_key::bigint
    where id in (select id::uuid from jsonb_array_elements_text(removed.relations -> 'price_alerts') as id)
      and product_id is null;
    delete from private.deleted_products where product_id = removed.row_key::bigint;
    delete from public.blocked_offers
    where feed_id = (removed.removed_row ->> 'feed_id')::bigint and external_id = removed.removed_row ->> 'external_id';
  elsif removed.table_name = 'wallpaper_collections' then
    update public.wallpapers set collection_id = removed.row_key::uuid
    where id in (select id::uuid from jsonb_array_elements_text(removed.relations -> 'wallpapers') as id)
      and collection_id is null;
  end if;
end
$$;

-- Brings rows back from the trash, with what hung on them; all or none. Returns how many. Security definer because the trash
-- and old prices are nobody's to write; who may is asked for each row.
create function public.restore_from_trash(ids uuid[]) returns integer
  language plpgsql security definer
  set search_path = ''
  set timezone = 'UTC'
as $$
declare
  removed public.trash;
  restored integer := 0;
begin
  -- In the order of removal backwards, as what was removed last may refer to what was removed before it.
  for removed in select * from public.trash where id = any (ids) order by removed_at desc, id for update loop
    if not private.may_act(removed.for_role) then
      raise exception 'You may not restore "%"', coalesce(removed.name, removed.row_key)
        using errcode = 'insufficient_privilege', hint = 'Ask somebody with the role ' || removed.for_role || '.';
    end if;
    begin
      if removed.table_name = 'files' then
        perform private.restore_file(removed);
      else
        execute format('insert into public.%1$I select back.* from jsonb_populate_record(null::public.%1$I, $1) as back',
          removed.table_name) using removed.removed_row;
      end if;
    exception
      when unique_violation then
        raise exception '"%" cannot be restored: something else has taken its place', coalesce(removed.name, removed.row_key)
          using errcode = 'PT409', detail = sqlerrm, hint = 'Give the other one another name or address, then restore again.';
      when foreign_key_violation then
        raise exception '"%" cannot be restored: what it belonged to is gone', coalesce(removed.name, removed.row_key)
          using errcode = 'PT409', detail = sqlerrm, hint = 'Restore that first.';
    end;
    perform private.restore_relations(removed);
    delete from public.trash where id = removed.id;
    restored := restored + 1;
  end loop;
  if restored < cardinality(ids) then
    raise exception 'Some of it is no longer in the trash'
      using errcode = 'PT404', hint = 'It was restored already, or the trash was emptied. Look at the list again.';
  end if;
  return restored;
end
$$;
comment on function public.restore_from_trash(uuid[]) is 'Brings rows back from the trash with what hung on them; all or none.';
revoke execute on function public.restore_from_trash(uuid[]) from public, anon;
grant execute on function public.restore_from_trash(uuid[]) to authenticated, service_role;

-- How many lines a change set has, whoever may read them.
create function private.count_changes(of_set uuid) returns bigint
  language sql stable security definer
  set search_path = ''
as $$
  select count(*) from public.audit_log where change_set = of_set
$$;
grant execute on function private.count_changes(uuid) to authenticated, service_role;

-- Changes whose rows say something else by now: of an update, neither what the change wrote nor what stood there before; of a
-- row that was made, anything but what it was made with.
create function private.changed_since(of_table text, changes public.audit_log[]) returns setof text
  language plpgsql stable
  set search_path = ''
  set timezone = 'UTC'
as $$
declare
  rules private.audited_tables;
begin
  select * into rules from private.audited_tables where table_name = of_table;
  return query execute format(
    $query$
      select coalesce(undone.row_name, undone.row_key)
      from unnest($1) as undone
      left join public.%1$I as held on held.%2$I = undone.row_key::%3$s
      where held.%2$I is null
        or exists (
          select
          from jsonb_each(undone.after)
          where to_jsonb(held) -> key is distinct from value
            and (undone.before is null or to_jsonb(held) -> key is distinct from undone.before -> key)
        )
        -- The log names no columns that were empty when a row was made.
        or undone.before is null and exists (
          select
          from jsonb_each(to_jsonb(held) - $2)
          where value <> 'null' and not undone.after ? key
        )
      order by 1
    $query$, rules.table_name, rules.key_column, private.key_type(rules)) using changes, rules.ignored_columns;
end
$$;
grant execute on function private.changed_since(text, public.audit_log[]) to authenticated, service_role;

-- Whether an update left anything that is still there to be undone.
create function private.differs_from_before(of_table text, changes public.audit_log[]) returns boolean
  language plpgsql stable
  set search_path = ''
  set timezone = 'UTC'
as $$
declare
  rules private.audited_tables;
  differs boolean;
begin
  select * into rules from private.audited_tables where table_name = of_table;
  execute format(
    $query$
      select exists (
        select
        from unnest($1) as line join public.%1$I as held on held.%2$I = line.row_key::%3$s
        where exists (select from jsonb_each(line.before) where to_jsonb(held) -> key is distinct from value)
      )
    $query$, rules.table_name, rules.key_column, private.key_type(rules)) into differs using changes;
  return differs;
end
$$;
grant execute on function private.differs_from_before(text, public.audit_log[]) to authenticated, service_role;

-- Why a removed row cannot be brought back by undoing: the first of these lines whose row is not in the trash.
create function private.refuse_what_left_the_trash(of_table text, lines public.audit_log[]) returns void
  language plpgsql stable
  set search_path = ''
as $$
declare
  rules private.audited_tables;
  missing public.audit_log;
  is_back boolean;
begin
  select line.* into missing
  from unnest(lines) as line
  where not exists (
    select from public.trash where (change_set, table_name, row_key) = (line.change_set, line.table_name, line.row_key)
  )
  order by line.id limit 1;
  if missing.id is null then
    return;
  end if;
  if of_table = 'files' then
    is_back := exists (
      select from storage.objects where (bucket_id, name) = (split_part(missing.row_key, '/', 1), missing.row_name)
    );
  else
    select * into rules from private.audited_tables where table_name = of_table;
    execute format('select exists (select from public.%I where %I = $1::%s)',
      rules.table_name, rules.key_column, private.key_type(rules)) into is_back using missing.row_key;
  end if;
  raise exception 'Not undone: "%" is %', coalesce(missing.row_name, missing.row_key),
      case when is_back then 'back already' else 'no longer in the trash' end
    using errcode = 'PT409', hint = case when is_back then 'Restore the others from the trash.' else 'Make it by hand again.' end;
end
$$;
grant execute on function private.refuse_what_left_the_trash(text, public.audit_log[]) to authenticated, service_role;

-- Undoes a group of lines of one table, one action and the same columns; each row is in it once. Returns the number of rows.
create function private.undo_changes(of_table text, what text, changed text[], lines public.audit_log[]) returns integer
  language plpgsql
  set search_path = ''
  set timezone = 'UTC'
as $$
declare
  rules private.audited_tables;
  undone integer;
begin
  select * into rules from private.audited_tables where table_name = of_table;
  if what = 'update' then
    execute format(
      'update public.%1$I as held set %2$s
       from unnest($1) as line cross join lateral jsonb_populate_record(null::public.%1$I, line.before) as wanted
       where held.%3$I = line.row_key::%4$s',
      rules.table_name,
      (select string_agg(format('%1$I = wanted.%1$I', name), ', ') from unnest(changed) as name),
      rules.key_column, private.key_type(rules)) using lines;
  elsif what = 'insert' then
    execute format('delete from public.%1$I as held using unnest($1) as line where held.%2$I = line.row_key::%3$s',
      rules.table_name, rules.key_column, private.key_type(rules)) using lines;
  else
    perform private.refuse_what_left_the_trash(of_table, lines);
    return public.restore_from_trash(array(
      select trash.id from public.trash join unnest(lines) as line using (change_set, table_name, row_key)
    ));
  end if;
  get diagnostics undone = row_count;
  return undone;
exception
  when unique_violation then
    raise exception 'Not undone: something else has taken a name or address that it had'
      using errcode = 'PT409', detail = sqlerrm, hint = 'Give the other one another name or address, then undo again.';
  when foreign_key_violation then
    raise exception 'Not undone: something that it belonged to, or that belongs to it, has changed since'
      using errcode = 'PT409', detail = sqlerrm, hint = 'Change the rows by hand.';
end
$$;
grant execute on function private.undo_changes(text, text, text[], public.audit_log[]) to authenticated, service_role;

-- Undoes everything that was changed together: all of it or, where a row has changed since, nothing. Returns
-- {change_set, rows}; the change set is that of the undoing, which can be undone itself. Runs as the caller, so the tables'
-- policies decide. Undoing the change of a role needs a reason.
create function public.undo_change_set(of_set uuid, reason_param text default null) returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  step record;
  total integer := 0;
  undone integer;
  names text[];
  is_undone boolean := true;
  visible constant bigint := (select count(*) from public.audit_log where change_set = of_set);
begin
  if visible = 0 or visible < private.count_changes(of_set) then
    raise exception 'There is no such change that you may undo'
      using errcode = 'PT404', hint = 'Changes of settings and accounts are undone by admins.';
  end if;
  -- A request has seconds, and would end in a timeout.
  if visible > 1000 and coalesce(current_setting('app.job', true), '') = '' then
    raise exception 'These are % changes: a request undoes 1000 at most', visible
      using errcode = 'PT413', hint = 'Undo them as a job: start_job(''undo-change-set'', {"change_set": …}).';
  end if;
  if exists (
    select from public.audit_log as line
    where change_set = of_set and action <> 'delete'
      and cardinality(columns) <> (select count(*) from jsonb_object_keys(after))
  ) or exists (
    select from public.audit_log as line join private.audited_tables as rules using (table_name)
    where change_set = of_set and action = 'delete' and not rules.has_trash
  ) then
    raise exception 'This change cannot be undone: the log keeps no personal data and no rows without a trash'
      using errcode = 'PT409', hint = 'Change the rows by hand.';
  end if;
  -- Each transaction names its own change set: this one is another. A job's is the job's.
  if coalesce(current_setting('app.job', true), '') = '' then
    perform set_config('app.change_set', gen_random_uuid()::text, true);
  end if;
  perform set_config('app.undoes', of_set::text, true);
  perform set_config('app.reason', left(trim(coalesce(reason_param, '')), 500), true);
  for step in
    select table_name, action, columns, depth, array_agg(line.entry order by (line.entry).id) as lines
    from (
      select audit_log as entry, table_name, action,
        case action when 'update' then columns end as columns,
        -- A row that was changed twice is undone twice, the last change first.
        row_number() over (partition by table_name, row_key order by id desc) as depth
      from public.audit_log
      where change_set = of_set
    ) as line
    group by table_name, action, columns, depth
    -- Removed rows first, which others may refer to; made ones last.
    order by depth, array_position(array['delete', 'update', 'insert'], action), max((line.entry).id) desc
  loop
    if step.action <> 'delete' then
      names := array(select private.changed_since(step.table_name, step.lines));
      if cardinality(names) > 0 then
        raise exception 'Not undone, because % changed since: %', case cardinality(names) when 1 then 'one row has'
            else cardinality(names) || ' rows have' end,
          array_to_string(names[1:10], ', ') || case when cardinality(names) > 10 then ' …' else '' end
          using errcode = 'PT409', hint = 'Undo the later change first, or change these rows by hand.';
      end if;
    end if;
    is_undone := is_undone and step.action = 'update'
      and not private.differs_from_before(step.table_name, step.lines);
    undone := private.undo_changes(step.table_name, step.action, step.columns, step.lines);
    if undone < cardinality(step.lines) then
      raise exception 'You may not change all of these rows back'
        using errcode = 'insufficient_privilege', hint = 'Ask an admin to undo this change.';
    end if;
    total := total + undone;
  end loop;
  if is_undone then
    raise exception 'This change is undone already: every row is as it was before'
      using errcode = 'PT409', hint = 'To bring the change back, undo its undoing.';
  end if;
  perform set_config('app.undoes', '', true);
  perform set_config('app.reason', '', true);
  return jsonb_build_object('change_set', current_setting('app.change_set'), 'rows', total);
end
$$;
comment on function public.undo_change_set(uuid, text) is
  'Undoes what was changed together, all or nothing; refused with names where a row has changed since.';
revoke execute on function public.undo_change_set(uuid, text) from public, anon;
grant execute on function public.undo_change_set(uuid, text) to authenticated, service_role;
