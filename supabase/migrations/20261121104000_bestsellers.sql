-- What visitors really went to the shops for, from the daily figures.

-- Pages with bestsellers are renewed when the figures are.
create trigger daily_events_change_pages
  after insert or update or delete or truncate on public.daily_events
  for each statement execute function private.notify_page_changes();

-- Listed products by outbound clicks of people (not machines) in the last thirty days. Security definer: the figures are
-- the editors', the order that follows from them is everybody's. Nothing of a count can be seen.
create function public.bestselling_products(
  category_param text default null,
  page_size integer default 24
) returns setof public.products
  language sql stable security definer
  set search_path = ''
as $$
  select products.*
  from (
    select product_id, sum(count) as clicks
    from public.daily_events
    where name = 'outbound_click'
      and day > (now() at time zone 'utc')::date - 30
      and product_id is not null
    group by product_id
    having sum(count) > 0
  ) as clicked
  join public.products on products.id = clicked.product_id
  where products.delisted_at is null
    and products.availability <> 'out_of_stock'
    and (category_param is null or products.category = category_param)
  order by clicked.clicks desc, products.id desc
  limit least(greatest(page_size, 0), 100)
$$;
comment on function public.bestselling_products(text, integer) is 'Products by outbound clicks of the last thirty days.';
grant execute on function public.bestselling_products(text, integer) to anon, authenticated, service_role;
