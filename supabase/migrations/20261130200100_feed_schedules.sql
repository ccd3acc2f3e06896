-- When imports start by themselves.

-- What staff set in the place of a kind's usual time; a kind without a row here has that.
create table public.feed_schedules (
  kind text primary key references private.feed_kinds (kind),
  -- A time of day in UTC, or every so many minutes counted from midnight of 1970-01-01 UTC.
  at_time time,
  every_minutes integer,
  is_paused boolean not null default false,
  updated_at timestamptz not null default now()
);
comment on table public.feed_schedules is 'Times of imports that staff have set. Deleting a row brings the usual time back.';
alter table public.feed_schedules enable row level security;
grant select, insert, update, delete on public.feed_schedules to authenticated, service_role;
create policy "editors read schedules" on public.feed_schedules
  for select to authenticated
  using ((select private.has_role('editor')));
create policy "admins change schedules" on public.feed_schedules
  for all to authenticated
  using ((select private.has_role('admin')))
  with check ((select private.has_role('admin')));
create function private.refuse_odd_schedule() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if num_nonnulls(new.at_time, new.every_minutes) <> 1 then
    raise exception 'An import starts at a time of day or every so many minutes' using errcode = 'PT400', hint = 'Set one of them.';
  end if;
  if new.every_minutes not between 15 and 10080 then
    raise exception 'An import starts every 15 to 10080 minutes' using errcode = 'PT400', hint = 'A day has 1440.';
  end if;
  return new;
end
$$;
create trigger refuse_odd_schedule
  before insert or update on public.feed_schedules
  for each row execute function private.refuse_odd_schedule();
create trigger touch_updated_at
  before update on public.feed_schedules
  for each row execute function private.touch_updated_at();

insert into private.audited_tables
  (table_name, key_column, name_column, ignored_columns, personal_columns, for_role, people_only, has_trash)
values ('feed_schedules', 'kind', 'kind', '{updated_at}', '{}', 'admin', false, false);
create trigger log_changed after insert or update or delete on public.feed_schedules
  for each row when (
    coalesce(current_setting('shop.bulk_import', true), '') <> 'on'
    and (current_setting('role') <> 'none' or coalesce(current_setting('app.actor', true), '') <> '')
  )
  execute function private.log_changed_row();

-- The times of each kind: what staff have set, or the usual ones.
create view private.feed_times with (security_invoker = true) as
select kinds.kind, kinds.network_id, kinds.title,
  case when own.kind is null then kinds.at_time else own.at_time end as at_time,
  case when own.kind is null then kinds.every_minutes else own.every_minutes end as every_minutes,
  coalesce(own.is_paused, false) as is_paused,
  own.kind is null as is_usual,
  coalesce(own.updated_at, '-infinity') as changed_at
from private.feed_kinds as kinds
left join public.feed_schedules as own on own.kind = kinds.kind;
comment on view private.feed_times is 'When each import starts.';

-- The last slot at or before a time.
create function private.feed_slot(at_time time, every_minutes integer, moment timestamptz) returns timestamptz
  language sql immutable
  set search_path = ''
as $$
  select case
    when every_minutes is not null
      then to_timestamp(floor(extract(epoch from moment) / (every_minutes * 60)) * every_minutes * 60)
    when (moment at time zone 'UTC')::time >= at_time then ((moment at time zone 'UTC')::date + at_time) at time zone 'UTC'
    else ((moment at time zone 'UTC')::date - 1 + at_time) at time zone 'UTC'
  end
$$;

-- Every import with its times, its next three runs, and what it lacks. Security definer because kinds and clocks are nobody's.
create function public.list_feed_schedules(now_param timestamptz default now())
  returns table (
    kind text, network_id text, title text, at_time time, every_minutes integer, is_paused boolean, is_usual boolean,
    next_runs timestamptz[], last_slot timestamptz, missing text
  )
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not private.may_act('editor') then
    raise exception 'Only staff see when imports run' using errcode = 'insufficient_privilege';
  end if;
  return query
    select times.kind, times.network_id, times.title, times.at_time, times.every_minutes, times.is_paused, times.is_usual,
      case when times.is_paused then '{}' else array(
        select private.feed_slot(times.at_time, times.every_minutes, now_param)
          + step * make_interval(mins => coalesce(times.every_minutes, 24 * 60))
        from generate_series(1, 3) as step
      ) end,
      clocks.last_slot, clocks.missing
    from private.feed_times as times
    left join private.feed_clocks as clocks on clocks.kind = times.kind
    order by times.title;
end
$$;
comment on function public.list_feed_schedules(timestamptz) is 'When imports run, and what they lack.';
revoke execute on function public.list_feed_schedules(timestamptz) from public, anon;
grant execute on function public.list_feed_schedules(timestamptz) to authenticated, service_role;

-- Starts what is due: slots that were met or missed since the last call, each kind once, and runs whose next try has come.
-- What a kind lacks is told by the worker, {"awin": "…"}: such a kind starts nothing, and its slot counts as met.
create function private.start_due_feeds(lacks jsonb, moment timestamptz default now()) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  due record;
begin
  -- Another worker does it.
  if not pg_try_advisory_xact_lock(hashtextextended('the clock of imports', 0)) then
    return;
  end if;
  insert into private.feed_clocks (kind, last_slot, missing)
  select kind, moment, lacks ->> kind from private.feed_kinds
  on conflict (kind) do update set missing = excluded.missing
  where feed_clocks.missing is distinct from excluded.missing;
  for due in
    select times.kind, slot, clocks.missing
    from private.feed_times as times
    join private.feed_clocks as clocks on clocks.kind = times.kind,
      lateral private.feed_slot(times.at_time, times.every_minutes, moment) as slot
    -- A schedule that was changed or let go on misses nothing of the time before.
    where not times.is_paused and slot > greatest(clocks.last_slot, times.changed_at)
    order by slot, times.kind
  loop
    update private.feed_clocks set last_slot = due.slot where kind = due.kind;
    continue when due.missing is not null
      or exists (select from public.feed_runs where kind = due.kind and status in ('queued', 'running'));
    perform private.new_feed_run(due.kind, '{}', false, 'schedule', null);
  end loop;
  for due in
    select runs.id, runs.started_by, jobs.started_aal
    from public.feed_runs as runs
    left join public.job_runs as jobs on jobs.id = runs.job_run_id
    where runs.status = 'queued' and runs.next_try_at <= moment
    for update of runs
  loop
    perform private.queue_feed_run(due.id, due.started_by, due.started_aal);
  end loop;
end
$$;
