-- Lists of price drops can begin at a time: the deals of a month are those that fell in it.

drop function public.price_drops(text, text, text, text, integer, integer);
drop function public.count_price_drops(text, text, text, integer);

create function public.price_drops(
  category_param text default null,
  merchant_param text default null,
  source_param text default null,
  sort_param text default 'newest',
  page_size integer default 24,
  page_start integer default 0,
  since_param timestamptz default null
) returns setof public.products
  language plpgsql stable
  set search_path = ''
as $$
declare
  conditions text := 'drops.dropped_at > now() - interval ''30 days''
    and products.delisted_at is null
    and products.availability <> ''out_of_stock''';
  ordering constant text := case
    when sort_param = 'biggest' then 'drops.saving desc, drops.product_id desc'
    else 'drops.dropped_at desc, drops.product_id desc'
  end;
begin
  if category_param is not null then conditions := conditions || ' and drops.category = $1'; end if;
  if source_param is not null then conditions := conditions || ' and drops.source = $3'; end if;
  if since_param is not null then conditions := conditions || ' and drops.dropped_at >= $6'; end if;
  -- One merchant's drops are few enough to be put together by items; another merchant's may lead them.
  return query execute case
    when merchant_param is null then format(
      'select products.*
       from public.price_drops as drops
       join public.products on products.id = drops.product_id
       where %s and drops.leads
       order by %s limit $4 offset $5',
      conditions, ordering
    )
    else format(
      'select products.*
       from (
         select distinct on (products.item_id) drops.*
         from public.price_drops as drops
         join public.products on products.id = drops.product_id
         where %s and drops.merchant_name = $2
         order by products.item_id, drops.saving desc, drops.product_id
       ) as drops
       join public.products on products.id = drops.product_id
       order by %s limit $4 offset $5',
      conditions, ordering
    )
  end
  using category_param, merchant_param, source_param, least(greatest(page_size, 0), 100), greatest(page_start, 0),
    since_param;
end
$$;
grant execute on function public.price_drops(text, text, text, text, integer, integer, timestamptz)
  to anon, authenticated, service_role;

create function public.count_price_drops(
  category_param text default null,
  merchant_param text default null,
  source_param text default null,
  cap integer default 1000,
  since_param timestamptz default null
) returns integer
  language plpgsql stable
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
declare
  counted integer;
begin
  select count(*)
  into counted
  from (
    select distinct products.item_id
    from public.price_drops as drops
    join public.products on products.id = drops.product_id
    where drops.dropped_at > now() - interval '30 days'
      and (drops.leads or merchant_param is not null)
      and (category_param is null or drops.category = category_param)
      and (merchant_param is null or drops.merchant_name = merchant_param)
      and (source_param is null or drops.source = source_param)
      and (since_param is null or drops.dropped_at >= since_param)
      and products.delisted_at is null
      and products.availability <> 'out_of_stock'
    limit least(greatest(cap, 0), 1000) + 1
  ) as capped;
  return counted;
end
$$;
grant execute on function public.count_price_drops(text, text, text, integer, timestamptz) to anon, authenticated, service_role;

-- The list that was written for this page once, by rule and for one month, is gone: the page shows this month's drops. One
-- that editors wrote over stays, as the text below its head.
delete from public.pages
where url = '/monthly-deals'
  and name = 'Top 10 Deals of March 2025'
  and content like '%They were picked by rule, not by favour%';
