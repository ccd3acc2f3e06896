-- Prices that really fell. What a shop calls its old price is a claim; these rows come from prices that we read ourselves.

-- One row for each product whose present price is below every price it had in the thirty days before: the "prior price"
-- of the European Price Indication Directive (98/6/EC, article 6a). Small beside the catalogue, and with the columns that
-- lists filter by, so that a list of drops never reads a million products.
create table public.price_drops (
  product_id bigint primary key references public.products (id) on delete cascade,
  category text collate "C" not null,
  merchant_name text collate "C" not null,
  source text collate "C",
  -- The lowest price of the thirty days before the drop.
  was_price numeric not null check (was_price > price),
  price numeric not null check (price >= 0),
  currency text collate "C" not null,
  dropped_at timestamptz not null,
  -- Share of the old price that is saved, from 0 to 1.
  saving numeric not null generated always as (round(1 - price / was_price, 4)) stored,
  -- Amazon allows no price tracking (Associates Program Policies), so nothing is kept that could be shown.
  check (source is distinct from 'amazon')
);
comment on table public.price_drops is 'Products whose price fell below its thirty-day low, kept by the importer and by edits.';

create index price_drops_newest on public.price_drops (dropped_at, product_id);
create index price_drops_category_newest on public.price_drops (category, dropped_at, product_id);
create index price_drops_merchant_newest on public.price_drops (merchant_name, dropped_at, product_id);
create index price_drops_biggest on public.price_drops (saving, product_id);
create index price_drops_category_biggest on public.price_drops (category, saving, product_id);

create trigger price_drops_change_pages
  after insert or update or delete or truncate on public.price_drops
  for each statement execute function private.notify_page_changes();

alter table public.price_drops enable row level security;
grant select on public.price_drops to anon, authenticated;
grant select, insert, update, delete on public.price_drops to service_role;

create policy "everyone reads the drops that merchants allow" on public.price_drops
  for select to anon, authenticated
  using (merchant_name in (select name from public.merchants where may_show_history));
create policy "editors read every drop" on public.price_drops
  for select to authenticated
  using ((select private.has_role('editor')));

-- The lowest price that a product had in the thirty days before a time; null when none is known. A table function without
-- a set clause, so that Postgres inlines it into the importer's statement; every name is qualified instead.
create function private.low_before(of_product bigint, in_currency text, before_time timestamptz)
  returns table (low_price numeric)
  language sql stable
as $$
  select pg_catalog.min(past.price)
  from public.price_history as past
  where past.product_id = of_product
    and past.currency = in_currency
    and past.observed_until > before_time - interval '30 days'
    and past.observed_from < before_time
$$;

-- An edit by hand keeps the drops as an import does. After the row, because only then its history is written.
create function private.keep_price_drop() returns trigger
  language plpgsql security definer -- clients may change a price but never write a drop
  set search_path = ''
as $$
begin
  if (new.price, new.currency, new.source) is distinct from (old.price, old.currency, old.source) then
    delete from public.price_drops where product_id = new.id;
    insert into public.price_drops
      (product_id, category, merchant_name, source, was_price, price, currency, dropped_at)
    select new.id, new.category, new.merchant_name, new.source, low_price, new.price, new.currency, new.price_changed_at
    from private.low_before(new.id, new.currency, new.price_changed_at)
    where new.price < low_price
      and new.source is distinct from 'amazon';
  else
    update public.price_drops
    set category = new.category, merchant_name = new.merchant_name
    where product_id = new.id;
  end if;
  return null;
end
$$;
create trigger keep_price_drop
  after update of price, currency, source, category, merchant_name on public.products
  for each row
  when (coalesce(current_setting('shop.bulk_import', true), '') <> 'on')
  execute function private.keep_price_drop();

-- Shops that were there before this table.
insert into public.price_drops (product_id, category, merchant_name, source, was_price, price, currency, dropped_at)
select products.id, category, merchant_name, source, low_price, price, currency, price_changed_at
from (select distinct product_id from public.price_history) as priced
join public.products on products.id = priced.product_id
cross join lateral private.low_before(products.id, products.currency, products.price_changed_at)
where price < low_price
  and source is distinct from 'amazon'
  and price_changed_at > now() - interval '30 days';

-- What a product cost before, where our history proves it, the shop lets us say it and the drop is at most thirty days
-- old. Asked for by name, as price_as_of is.
create function public.was_price(product public.products) returns numeric
  language sql stable
  set search_path = ''
as $$
  select price_drops.was_price
  from public.price_drops
  where price_drops.product_id = product.id
    and price_drops.price = product.price
    and price_drops.currency = product.currency
    and price_drops.dropped_at > now() - interval '30 days'
$$;
grant execute on function public.was_price(public.products) to anon, authenticated, service_role;

-- Listed products with a drop of the last thirty days that can be bought, newest or biggest drop first.
create function public.price_drops(
  category_param text default null,
  merchant_param text default null,
  source_param text default null,
  sort_param text default 'newest',
  page_size integer default 24,
  page_start integer default 0
) returns setof public.products
  language plpgsql stable
  set search_path = ''
  -- A plan made for unknown values would read every drop for filters that are not set.
  set plan_cache_mode = force_custom_plan
as $$
begin
  if sort_param = 'biggest' then
    return query
      select products.*
      from public.price_drops as drops
      join public.products on products.id = drops.product_id
      where drops.dropped_at > now() - interval '30 days'
        and (category_param is null or drops.category = category_param)
        and (merchant_param is null or drops.merchant_name = merchant_param)
        and (source_param is null or drops.source = source_param)
        and products.delisted_at is null
        and products.availability <> 'out_of_stock'
      order by drops.saving desc, drops.product_id desc
      limit least(greatest(page_size, 0), 100)
      offset greatest(page_start, 0);
  else
    return query
      select products.*
      from public.price_drops as drops
      join public.products on products.id = drops.product_id
      where drops.dropped_at > now() - interval '30 days'
        and (category_param is null or drops.category = category_param)
        and (merchant_param is null or drops.merchant_name = merchant_param)
        and (source_param is null or drops.source = source_param)
        and products.delisted_at is null
        and products.availability <> 'out_of_stock'
      order by drops.dropped_at desc, drops.product_id desc
      limit least(greatest(page_size, 0), 100)
      offset greatest(page_start, 0);
  end if;
end
$$;
grant execute on function public.price_drops(text, text, text, text, integer, integer)
  to anon, authenticated, service_role;

-- How many those are, counting no further than cap.
create function public.count_price_drops(
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
    select 1
    from public.price_drops as drops
    join public.products on products.id = drops.product_id
    where drops.dropped_at > now() - interval '30 days'
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
grant execute on function public.count_price_drops(text, text, text, integer) to anon, authenticated, service_role;
