-- Lists under any combination of filters: exact counts without counting, and pages that read few rows whatever is asked.

-- Where one step of the price filter ends and the next begins. site/features/listing/listing.ts has the same list; a test compares them.
create function private.price_edges() returns numeric[]
  language sql immutable parallel safe
as $$
  select '{10,25,50,75,100,150,200,300,500}'::numeric[]
$$;

-- The step a price lies in: 0 is below the first edge, 9 is the last edge and above, -1 is no price.
create function private.price_step(price numeric) returns smallint
  language sql immutable parallel safe
as $$
  select case when price is null then -1 else pg_catalog.width_bucket(price, private.price_edges()) end::smallint
$$;

-- Listed products by everything lists filter by. A million products have some thousand to some ten thousand combinations,
-- so any count is a sum over those, where counting products took a tenth of a second for each facet.
create table private.listing_counts (
  category text collate "C" not null,
  merchant_name text collate "C" not null,
  -- Empty for products without a brand.
  brand text collate "C" not null,
  price_step smallint not null,
  products integer not null check (products >= 0),
  primary key (category, merchant_name, brand, price_step)
);
comment on table private.listing_counts is 'How many listed products there are of each category, merchant, brand and step of price.';
create index listing_counts_merchant on private.listing_counts (merchant_name);
create index listing_counts_brand on private.listing_counts (brand);

-- Counts of listed products are as public as the products.
alter table private.listing_counts enable row level security;
grant select on private.listing_counts to anon, authenticated, service_role;
create policy "everyone reads the counts of listed products" on private.listing_counts
  for select to anon, authenticated, service_role
  using (true);

-- Counts again from the products themselves; imports end with it, so a count that ever went wrong is right again.
-- The lock waits for edits under way, which hold it until they commit, and keeps new ones away: none is missed or doubled.
create function private.recount_listing() returns void
  language plpgsql
  set search_path = ''
as $$
begin
  lock table private.listing_counts in share row exclusive mode;
  delete from private.listing_counts;
  insert into private.listing_counts (category, merchant_name, brand, price_step, products)
  select category, merchant_name, coalesce(brand, ''), private.price_step(price), count(*)
  from public.products
  where delisted_at is null
  group by 1, 2, 3, 4;
end
$$;
select private.recount_listing();

-- Edits by hand move a product from one count to another. Row by row: a statement-level trigger would make every import
-- keep a copy of each row it writes, though imports recount.
create function private.count_product() returns trigger
  language plpgsql security definer -- editors write products, and no client writes counts
  set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.delisted_at is null then
    update private.listing_counts
    set products = products - 1
    where category = old.category
      and merchant_name = old.merchant_name
      and brand = coalesce(old.brand, '')
      and price_step = private.price_step(old.price);
  end if;
  if tg_op <> 'DELETE' and new.delisted_at is null then
    insert into private.listing_counts (category, merchant_name, brand, price_step, products)
    values (new.category, new.merchant_name, coalesce(new.brand, ''), private.price_step(new.price), 1)
    on conflict (category, merchant_name, brand, price_step) do update
      set products = listing_counts.products + 1;
  end if;
  return null;
end
$$;
create trigger count_changed_product
  after insert or update of category, merchant_name, brand, price, delisted_at on public.products
  for each row
  when (coalesce(current_setting('shop.bulk_import', true), '') <> 'on')
  execute function private.count_product();
create trigger count_deleted_product
  after delete on public.products
  for each row execute function private.count_product();

create function private.forget_counts() returns trigger
  language plpgsql security definer -- whoever may empty the products
  set search_path = ''
as $$
begin
  delete from private.listing_counts;
  return null;
end
$$;
create trigger forget_counts_of_no_products
  after truncate on public.products
  for each statement execute function private.forget_counts();

-- One index for each filter and order, as products_merchant_newest and products_category_price are. "Every merchant has
-- its share of every price" does not hold: the cheapest coat of a tailor stood behind a hundred thousand lipsticks.
create index products_merchant_price on public.products (merchant_name, price, id)
  where delisted_at is null;
create index products_brand_newest on public.products (brand, created_at, id)
  where delisted_at is null;
create index products_brand_price on public.products (brand, price, id)
  where delisted_at is null;

-- The values of each filter with their numbers of products: each facet under the filters of the others, and 'total' under
-- all. Chosen values stand first, then the largest; a facet is cut after facet_size values.
-- from_step and below_step: prices from edge number from_step (1 is the first) to below edge number below_step.
create function public.listing_facets(
  categories text[] default null,
  merchants text[] default null,
  brands text[] default null,
  from_step integer default null,
  below_step integer default null,
  priced_only boolean default false,
  facet_size integer default 50
) returns table (facet text, value text, products bigint)
  language sql stable
  set search_path = ''
as $$
  -- Not materialized: each facet then reads only what its own conditions leave, by index where they are narrow.
  with counted as not materialized (
    select
      counts.category,
      counts.merchant_name,
      counts.brand,
      counts.price_step,
      counts.products,
      categories is null or counts.category = any (categories) as of_category,
      merchants is null or counts.merchant_name = any (merchants) as of_merchant,
      brands is null or counts.brand = any (brands) as of_brand,
      (from_step is null or counts.price_step >= from_step)
        and (below_step is null or counts.price_step between 0 and below_step - 1) as of_price
    from private.listing_counts as counts
    where counts.products > 0
      and (not priced_only or counts.price_step >= 0)
  )
  select 'total', '', coalesce(sum(counted.products), 0)
  from counted
  where of_category and of_merchant and of_brand and of_price
  union all
  (
    select 'category', category, sum(counted.products)
    from counted
    where of_merchant and of_brand and of_price
    group by category
    order by category = any (categories) desc nulls last, 3 desc, 2
    limit facet_size
  )
  union all
  (
    select 'merchant', merchant_name, sum(counted.products)
    from counted
    where of_category and of_brand and of_price
    group by merchant_name
    order by merchant_name = any (merchants) desc nulls last, 3 desc, 2
    limit facet_size
  )
  union all
  (
    select 'brand', brand, sum(counted.products)
    from counted
    where of_category and of_merchant and of_price and brand <> ''
    group by brand
    order by brand = any (brands) desc nulls last, 3 desc, 2
    limit facet_size
  )
  union all
  (
    select 'price', price_step::text, sum(counted.products)
    from counted
    where of_category and of_merchant and of_brand and price_step >= 0
    group by price_step
    order by price_step
  )
$$;
grant execute on function public.listing_facets(text[], text[], text[], integer, integer, boolean, integer)
  to anon, authenticated, service_role;
