-- Lists of price drops show each item once, by its biggest drop that can be bought.

-- Whether this is the drop that its item is shown by. Kept with the items' leading offers, so that a list of drops is read
-- through its indexes: putting the drops of a large shop together by items at each call took 300 ms.
alter table public.price_drops
  add column leads boolean not null default true;

create function private.refresh_drops(items bigint[]) returns void
  language sql
  set search_path = ''
as $$
  with ranked as (
    select
      drops.product_id,
      row_number() over (
        partition by products.item_id
        order by products.availability = 'out_of_stock', drops.saving desc, drops.product_id
      ) = 1 as leads
    from (select distinct unnest(items)) as item (id)
    join public.products on products.item_id = item.id
    join public.price_drops as drops on drops.product_id = products.id
    where products.delisted_at is null
      and drops.dropped_at > now() - interval '30 days'
  )
  update public.price_drops as drops
  set leads = ranked.leads
  from ranked
  where drops.product_id = ranked.product_id
    and drops.leads <> ranked.leads
$$;

create or replace function public.price_drops(
  category_param text default null,
  merchant_param text default null,
  source_param text default null,
  sort_param text default 'newest',
  page_size integer default 24,
  page_start integer default 0
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
  using category_param, merchant_param, source_param, least(greatest(page_size, 0), 100), greatest(page_start, 0);
end
$$;

create or replace function public.count_price_drops(
  category_param text default null,
  merchant_param text default null,
  source_param text default null,
  cap integer default 1000
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
      and products.delisted_at is null
      and products.availability <> 'out_of_stock'
    limit least(greatest(cap, 0), 1000) + 1
  ) as capped;
  return counted;
end
$$;
