-- What is left of events once they are old: figures by day.

create table public.daily_events (
  day date not null,
  -- Names the row's event, path, product and properties together; they may be too long for an index by themselves.
  key text not null,
  name text not null,
  path text not null default '',
  -- Not a reference: a figure of the past outlives its product.
  product_id bigint,
  properties jsonb not null default '{}',
  count bigint not null check (count >= 0),
  -- Of machines, kept apart from the count above.
  bot_count bigint not null check (bot_count >= 0),
  primary key (day, key)
);
comment on table public.daily_events is 'Events counted by day, path, product and properties.';
create index daily_events_name on public.daily_events (name, day desc);
create index daily_events_product on public.daily_events (product_id, day desc) where product_id is not null;

alter table public.daily_events enable row level security;
grant select on public.daily_events to authenticated;
grant select, insert, update, delete on public.daily_events to service_role;
create policy "editors read daily events" on public.daily_events
  for select to authenticated
  using ((select private.has_role('editor')));

-- The day's roll-up reads one stretch of time.
create index events_time on public.events (occurred_at);

-- Counts the days (UTC) from the last counted one until now anew, then deletes events older than `keep_days`, which
-- are counted by then. Running it twice changes nothing. Returns how many events were deleted.
create function private.roll_up_events(keep_days integer) returns bigint
  language plpgsql volatile
  set search_path = ''
as $$
declare
  -- One day of grace: events of the last minutes before midnight may still have been on their way.
  first_day constant date := coalesce(
    (select max(day) - 1 from public.daily_events),
    (select min(occurred_at at time zone 'utc')::date from public.events)
  );
  deleted bigint;
begin
  -- Two processes must not count one day at the same time.
  perform pg_advisory_xact_lock(hashtext('roll_up_events'));
  delete from public.daily_events where day >= first_day;
  insert into public.daily_events (day, key, name, path, product_id, properties, count, bot_count)
  select
    (occurred_at at time zone 'utc')::date,
    md5(concat_ws(' ', name, coalesce(path, ''), coalesce(product_id, 0), properties)),
    name,
    coalesce(path, ''),
    product_id,
    properties,
    count(*) filter (where not is_bot),
    count(*) filter (where is_bot)
  from public.events
  where occurred_at >= first_day::timestamp at time zone 'utc'
  group by 1, 2, name, coalesce(path, ''), product_id, properties;

  delete from public.events where occurred_at < now() - make_interval(days => keep_days);
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function private.roll_up_events(integer) is 'Turns events into daily figures and forgets the old ones.';
grant execute on function private.roll_up_events(integer) to service_role;
