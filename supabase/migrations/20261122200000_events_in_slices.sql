-- Old events went in one statement, however many they were, and held up whoever wrote new ones. The process deletes them
-- in slices like everything that is old, but never those of days that may be counted anew.

drop function private.roll_up_events(integer);

-- Counts the days (UTC) from the last counted one until now anew. Of each event a day keeps the 5,000 figures with most
-- people, then most machines; what is beyond them is one figure, with the path '(other)'. Running it twice changes nothing.
create function private.roll_up_events() returns void
  language plpgsql volatile
  set search_path = ''
as $$
declare
  figures_of_an_event constant integer := 5000;
  -- One day of grace: events of the last minutes before midnight may still have been on their way.
  first_day constant date := coalesce(
    (select max(day) - 1 from public.daily_events),
    (select min(occurred_at at time zone 'utc')::date from public.events)
  );
begin
  -- Two processes must not count one day at the same time.
  perform pg_advisory_xact_lock(hashtext('roll_up_events'));
  delete from public.daily_events where day >= first_day;
  insert into public.daily_events (day, key, name, path, product_id, properties, count, bot_count)
  with counted as (
    select
      (occurred_at at time zone 'utc')::date as day,
      name,
      coalesce(path, '') as path,
      product_id,
      properties,
      count(*) filter (where not is_bot) as people,
      count(*) filter (where is_bot) as bots
    from public.events
    where occurred_at >= first_day::timestamp at time zone 'utc'
    group by 1, 2, 3, 4, 5
  ),
  ranked as (
    select
      counted.*,
      row_number() over (
        partition by day, name
        order by people desc, bots desc, path, product_id, properties
      ) <= figures_of_an_event as stays
    from counted
  ),
  kept as (
    select
      day,
      name,
      case when stays then path else '(other)' end as path,
      case when stays then product_id end as product_id,
      case when stays then properties else '{}' end as properties,
      people,
      bots
    from ranked
  )
  select
    day,
    md5(concat_ws(' ', name, path, coalesce(product_id, 0), properties)),
    name,
    path,
    product_id,
    properties,
    sum(people),
    sum(bots)
  from kept
  group by day, name, path, product_id, properties;
end
$$;
comment on function private.roll_up_events() is 'Turns events into daily figures.';
revoke execute on function private.roll_up_events() from public;
grant execute on function private.roll_up_events() to service_role;
