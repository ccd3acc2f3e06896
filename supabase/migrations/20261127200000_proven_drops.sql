-- One definition of a proven price drop, which deals, badges, filters, emails and counts share.

-- Offers that cost less than in the thirty days before, as our own readings prove: at most thirty days ago, at the price that
-- they still have, listed, not sold out, and of a merchant and network that let it be told. Read with its owner's rights: the
-- policies of the tables would say the same of every row.
create view private.proven_drops as
select
  drops.product_id,
  products.item_id,
  drops.category,
  drops.merchant_name,
  drops.source,
  drops.was_price,
  drops.price,
  drops.currency,
  drops.dropped_at,
  drops.saving,
  drops.leads
from public.price_drops as drops
join public.products
  on products.id = drops.product_id
  -- Equal, as a range: equality of prices Postgres takes for a rare coincidence, and then reads the whole view for each offer
  -- of a list, which took minutes of a hundred thousand items.
  and products.price between drops.price and drops.price
  and products.currency = drops.currency
where drops.dropped_at > now() - interval '30 days'
  and (select private.tracks_prices())
  and drops.merchant_name in (select name from public.merchants where may_show_history)
  and (drops.source is null or drops.source in (select id from public.networks where may_show_history))
  and products.delisted_at is null
  and products.availability <> 'out_of_stock';
comment on view private.proven_drops is 'Price drops of offers that can be bought and that may be told.';
grant select on private.proven_drops to anon, authenticated, service_role;

-- What a product cost before its proven drop. Asked for by name, as price_as_of is.
create or replace function public.was_price(product public.products) returns numeric
  language sql stable
  set search_path = ''
as $$
  select drops.was_price
  from private.proven_drops as drops
  where drops.product_id = product.id
$$;

-- Chooses the drop that each of these items is shown by: a proven one, then the biggest. Without the switch of the shop, which
-- no drop passes or all do.
create or replace function private.refresh_drops(items bigint[]) returns void
  language sql
  set search_path = ''
as $$
  with ranked as (
    select
      drops.product_id,
      row_number() over (
        partition by products.item_id
        order by
          products.availability = 'out_of_stock',
          drops.merchant_name in (select name from public.merchants where may_show_history)
            and (drops.source is null or drops.source in (select id from public.networks where may_show_history)) desc,
          drops.saving desc,
          drops.product_id
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

-- Trigger: a merchant or network that begins or ceases to let drops be told changes which drop its items are shown by.
create function private.choose_drops_again() returns trigger
  language plpgsql security definer -- editors write merchants, and no client writes drops
  set search_path = ''
as $$
declare
  changed constant jsonb := to_jsonb(coalesce(new, old));
begin
  perform private.refresh_drops(array(
    select products.item_id
    from public.price_drops as drops
    join public.products on products.id = drops.product_id
    where case tg_table_name
      when 'merchants' then drops.merchant_name = changed ->> 'name'
      else drops.source = changed ->> 'id'
    end
  ));
  return null;
end
$$;

create trigger choose_drops_of_new_merchant
  after insert on public.merchants
  for each row
  when (new.may_show_history)
  execute function private.choose_drops_again();
create trigger choose_drops_of_changed_merchant
  after update of may_show_history on public.merchants
  for each row
  when (old.may_show_history <> new.may_show_history)
  execute function private.choose_drops_again();
create trigger choose_drops_of_deleted_merchant
  after delete on public.merchants
  for each row
  when (old.may_show_history)
  execute function private.choose_drops_again();
create trigger choose_drops_of_changed_network
  after update of may_show_history on public.networks
  for each row
  when (old.may_show_history <> new.may_show_history)
  execute function private.choose_drops_again();

select private.refresh_drops(array(
  select products.item_id
  from public.price_drops as drops
  join public.products on products.id = drops.product_id
));

-- As before, of proven drops: those of items by their biggest, or of one merchant's items by its own biggest.
create or replace function public.price_drops(
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
  conditions text := 'true';
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
       from private.proven_drops as drops
       join public.products on products.id = drops.product_id
       where %s and drops.leads
       order by %s limit $4 offset $5',
      conditions, ordering
    )
    else format(
      'select products.*
       from (
         select distinct on (drops.item_id) drops.*
         from private.proven_drops as drops
         where %s and drops.merchant_name = $2
         order by drops.item_id, drops.saving desc, drops.product_id
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

create or replace function public.count_price_drops(
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
    select distinct drops.item_id
    from private.proven_drops as drops
    where (drops.leads or merchant_param is not null)
      and (category_param is null or drops.category = category_param)
      and (merchant_param is null or drops.merchant_name = merchant_param)
      and (source_param is null or drops.source = source_param)
      and (since_param is null or drops.dropped_at >= since_param)
    limit least(greatest(cap, 0), 1000) + 1
  ) as capped;
  return counted;
end
$$;

create or replace function public.price_drop_choices() returns table (facet text, value text)
  language sql stable
  set search_path = ''
as $$
  with recursive dropped (category) as (
    (
      select category
      from public.price_drops
      where exists (select from public.merchants where may_show_history)
      order by category
      limit 1
    )
    union all
    select (
      select drops.category
      from public.price_drops as drops
      where drops.category > dropped.category
      order by drops.category
      limit 1
    )
    from dropped
    where dropped.category is not null
  )
  (
    select 'category', dropped.category
    from dropped
    -- The first that is found, by index; a semi-join would read all of them.
    where (select true from private.proven_drops as drops where drops.category = dropped.category limit 1)
    order by dropped.category
    limit 200
  )
  union all
  (
    select 'merchant', merchants.name
    from public.merchants
    where merchants.may_show_history
      and (select true from private.proven_drops as drops where drops.merchant_name = merchants.name limit 1)
    order by merchants.name
    limit 200
  )
$$;
