-- The figures of the dashboard that no list of the office counts: clicks that left for shops, and prices too old to be shown.

-- Clicks by product, of people and of machines. Whole days are read from the daily figures, today from the events: the roll-up
-- is an hour behind. Security definer: under row-level security each row would ask for the role again.
create function public.clicked_products(days integer default 28, max_rows integer default 10)
  returns table (product_id bigint, product_name text, people bigint, machines bigint)
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'utc')::date;
begin
  perform private.require_staff('Only staff may see these figures');
  return query
    with clicked as (
      select daily.product_id, daily.count as people, daily.bot_count as machines
      from public.daily_events as daily
      where name = 'outbound_click' and day > today - days and day < today
      union all
      select events.product_id, (not is_bot)::integer, is_bot::integer
      from public.events
      where name = 'outbound_click' and occurred_at >= today::timestamp at time zone 'utc'
    )
    select clicked.product_id, products.product_name, sum(clicked.people)::bigint, sum(clicked.machines)::bigint
    from clicked left join public.products on products.id = clicked.product_id
    group by clicked.product_id, products.product_name
    order by 3 desc, 4 desc, 1
    limit least(greatest(max_rows, 0), 100);
end
$$;
comment on function public.clicked_products(integer, integer) is 'The products that were clicked most in the last days, for staff; machines apart.';
revoke execute on function public.clicked_products(integer, integer) from public, anon;
grant execute on function public.clicked_products(integer, integer) to authenticated;

-- Clicks of seven and of 28 days, and how many prices are too old to be shown, in one row.
create function public.dashboard_figures()
  returns table (clicks_7 bigint, machines_7 bigint, clicks_28 bigint, machines_28 bigint, stale_prices bigint)
  language plpgsql stable security definer -- as above
  set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'utc')::date;
begin
  perform private.require_staff('Only staff may see these figures');
  return query
    with clicked as (
      select day, sum(count) as people, sum(bot_count) as machines
      from public.daily_events
      where name = 'outbound_click' and day > today - 28 and day < today
      group by day
      union all
      select today, count(*) filter (where not is_bot), count(*) filter (where is_bot)
      from public.events
      where name = 'outbound_click' and occurred_at >= today::timestamp at time zone 'utc'
    )
    select
      coalesce(sum(people) filter (where day > today - 7), 0)::bigint,
      coalesce(sum(machines) filter (where day > today - 7), 0)::bigint,
      coalesce(sum(people), 0)::bigint,
      coalesce(sum(machines), 0)::bigint,
      (select count(*) from private.hidden_prices)
    from clicked;
end
$$;
comment on function public.dashboard_figures() is 'Outbound clicks of 7 and 28 days, machines apart, and prices too old to be shown; for staff.';
revoke execute on function public.dashboard_figures() from public, anon;
grant execute on function public.dashboard_figures() to authenticated;
