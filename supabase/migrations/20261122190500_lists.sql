-- Product lists under any combination of filters: exact counts without counting rows, and pages that read few rows.

-- Listed products by everything lists filter by. A million products have some thousand to some ten thousand combinations,
-- so any count is a sum over those, where counting products took a tenth of a second for each facet. A row without a
-- merchant counts items by the offer that leads them; a row of a merchant counts the items that it lists, by its own best
-- offer. So an item of two merchants is counted once in all and once at each merchant. An item with offers in several steps of
-- price is counted in each, with the steps of its better offers: in a list of some steps those rows are its count that have no
-- better step in the list.
create table private.listing_counts (
  category text collate "C" not null,
  merchant_name text collate "C" not null,
  -- Empty for products without a brand.
  brand text collate "C" not null,
  price_step smallint not null,
  better_steps smallint not null,
  products integer not null check (products >= 0),
  primary key (category, merchant_name, brand, price_step, better_steps)
);
comment on table private.listing_counts is
  'How many items there are of each category, brand and step of price: in all (no merchant) and at each merchant.';
create index listing_counts_merchant on private.listing_counts (merchant_name);
create index listing_counts_brand on private.listing_counts (brand);

-- Counts of listed products are as public as the products.
alter table private.listing_counts enable row level security;
grant select on private.listing_counts to anon, authenticated, service_role;

create policy "everyone reads the counts of listed products" on private.listing_counts
  for select to anon, authenticated, service_role
  using (true);

-- Counts again from the products themselves; imports end with it, so a count that ever went wrong is right again. The lock
-- waits for edits under way, which hold it until they commit, and keeps new ones away: none is missed or counted twice.
create function private.recount_listing() returns void
  language plpgsql
  set search_path = ''
as $$
begin
  lock table private.listing_counts in share row exclusive mode;
  delete from private.listing_counts;
  insert into private.listing_counts (category, merchant_name, brand, price_step, better_steps, products)
  select category, '', coalesce(brand, ''), private.price_step(price), better_steps, count(*)
  from public.products
  where delisted_at is null and better_steps < 2047
  group by 1, 3, 4, 5
  union all
  select category, merchant_name, coalesce(brand, ''), private.price_step(price), merchant_better_steps, count(*)
  from public.products
  where delisted_at is null and merchant_better_steps < 2047
  group by 1, 2, 3, 4, 5;
end
$$;

-- Trigger: edits by hand move a product from one count to another. Row by row: a statement-level trigger would make every
-- import keep a copy of each row it writes, though imports recount.
create function private.count_product() returns trigger
  language plpgsql security definer -- editors write products, and no client writes counts
  set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.delisted_at is null then
    update private.listing_counts
    set products = products - 1
    where category = old.category
      and (
        merchant_name = '' and better_steps = old.better_steps
        or merchant_name = old.merchant_name and better_steps = old.merchant_better_steps
      )
      and brand = coalesce(old.brand, '')
      and price_step = private.price_step(old.price);
  end if;
  if tg_op <> 'DELETE' and new.delisted_at is null then
    insert into private.listing_counts (category, merchant_name, brand, price_step, better_steps, products)
    select new.category, counted.merchant_name, coalesce(new.brand, ''), private.price_step(new.price),
      counted.better_steps, 1
    from (values (new.better_steps, ''), (new.merchant_better_steps, new.merchant_name))
      as counted (better_steps, merchant_name)
    where counted.better_steps < 2047
    order by counted.merchant_name
    on conflict (category, merchant_name, brand, price_step, better_steps) do update
      set products = listing_counts.products + 1;
  end if;
  return null;
end
$$;

create trigger count_changed_product
  after insert or update of category, merchant_name, brand, price, delisted_at, better_steps, merchant_better_steps
  on public.products
  for each row
  when (coalesce(current_setting('shop.bulk_import', true), '') <> 'on')
  execute function private.count_product();

create trigger count_deleted_product
  after delete on public.products
  for each row execute function private.count_product();

-- Trigger: no products, no counts.
create function private.clear_counts() returns trigger
  language plpgsql security definer -- whoever may empty the products
  set search_path = ''
as $$
begin
  delete from private.listing_counts;
  return null;
end
$$;

create trigger clear_counts_of_no_products
  after truncate on public.products
  for each statement execute function private.clear_counts();

-- Filters of lists name at most two hundred values of a kind: whoever names a hundred thousand asks for seconds of work.

create function private.check_filter(chosen text[]) returns void
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if cardinality(chosen) > 200 then
    raise exception 'A filter of this list takes 200 values at most'
      using errcode = 'invalid_parameter_value', hint = 'Ask for fewer values.';
  end if;
end
$$;

-- A step of prices, as private.price_edges counts them from 1.
create function private.check_step(asked integer) returns void
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if asked not between 0 and cardinality(private.price_edges()) then
    raise exception 'A step of prices must be from 0 to %, not %', cardinality(private.price_edges()), asked
      using errcode = 'invalid_parameter_value', hint = 'Leave it out for no limit.';
  end if;
end
$$;

-- What no caller can mean is refused with a sentence (400), before it costs anything or gives a result that says nothing.

create function private.check_price(asked numeric) returns void
  language plpgsql immutable
  set search_path = ''
as $$
begin
  -- NaN is greater than every number.
  if not (asked >= 0 and asked < 1e10) then
    raise exception 'A price must be a number from 0 to below 10,000,000,000, not %', asked
      using errcode = 'invalid_parameter_value', hint = 'Leave it out for no limit.';
  end if;
end
$$;

-- Names are searched for word by word: a hundred thousand of them took all the time a statement has.
create function private.check_name(asked text) returns void
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if length(asked) > 200 then
    raise exception 'The name of a category or merchant has 200 characters at most'
      using errcode = 'invalid_parameter_value', hint = 'Ask for a name that a product has.';
  end if;
end
$$;

-- How many items match, counting no further than cap: a result of cap + 1 means "more than cap".
create function public.count_products(
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
    from public.products
    where delisted_at is null
      and case when merchant_param is null then leads else leads_merchant end
      and (category_param is null or category = category_param)
      and (merchant_param is null or merchant_name = merchant_param)
      and (source_param is null or source = source_param)
    limit least(greatest(cap, 0), 100000) + 1
  ) as capped;
  return counted;
end
$$;
comment on function public.count_products(text, text, text, integer) is
  'How many items match, counted no further than cap.';
grant execute on function public.count_products(text, text, text, integer) to anon, authenticated, service_role;

-- The values of each filter with their numbers of items: each facet under the filters of the others, and 'total' under
-- all. Chosen values stand first, then the largest; a facet is cut after facet_size values.
-- An item is in a list of some steps of price when one of its offers costs that. A price has the item's better steps behind
-- a stroke ("4/12"), as a number with a bit for each: in a range that has one of those the item is counted there.
-- Security definer: what several chosen merchants have in common is found by an index whose condition row-level security
-- would hide; only listed products are counted.
create function private.listing_facets_within(
  categories text[],
  merchants text[],
  brands text[],
  steps smallint,
  facet_size integer
) returns table (facet text, value text, products bigint)
  language sql stable security definer
  set search_path = ''
as $$
  -- Not materialized: each facet then reads only what its own conditions leave, by index where they are narrow.
  with counted as not materialized (
    select
      counts.category,
      counts.merchant_name,
      counts.brand,
      counts.price_step,
      counts.better_steps,
      counts.products,
      counts.of_one,
      categories is null or counts.category = any (categories) as of_category,
      counts.merchant_name = any (coalesce(merchants, array[''])) as of_merchant,
      brands is null or counts.brand = any (brands) as of_brand,
      (steps = 2047 or private.step_bit(counts.price_step) & steps <> 0) and counts.better_steps & steps = 0 as of_price
    from (
      select category, merchant_name, brand, price_step, better_steps, products, true as of_one
      from private.listing_counts
      where products > 0
      union all
      -- An item of several chosen merchants is one item: not each one's better offers count, but all of theirs.
      select offers.category, offers.merchant_name, offers.brand, offers.price_step, counted.better_steps,
        counted.products, false
      from (
        select
          category,
          merchant_name,
          coalesce(brand, '') as brand,
          private.price_step(price) as price_step,
          merchant_better_steps,
          coalesce(
            bit_or(private.step_bit(private.price_step(price))) over (
              partition by item_id
              order by private.offer_class(availability, price, currency), private.offer_total(price, delivery_cost), id
              rows between unbounded preceding and 1 preceding
            ),
            0::smallint
          ) as better_steps
        from public.products
        where cardinality(merchants) > 1
          and merchant_name = any (merchants)
          and delisted_at is null
          and shops > 1
          and merchant_better_steps < 2047
      ) as offers
      cross join lateral (
        values (offers.merchant_better_steps, -1), (offers.better_steps, 1)
      ) as counted (better_steps, products)
      where offers.merchant_better_steps <> offers.better_steps
    ) as counts
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
    having sum(counted.products) > 0
    order by category = any (categories) desc nulls last, 3 desc, 2
    limit facet_size
  )
  union all
  (
    select 'merchant', merchant_name, sum(counted.products)
    from counted
    where of_category and of_brand and of_price and merchant_name <> '' and counted.of_one
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
    having sum(counted.products) > 0
    order by brand = any (brands) desc nulls last, 3 desc, 2
    limit facet_size
  )
  union all
  (
    select
      'price',
      -- Without the bit for no price, which is in no range.
      price_step || case when better_steps & 2046 > 0 then '/' || (better_steps & 2046) else '' end,
      sum(counted.products)
    from counted
    where of_category and of_merchant and of_brand and price_step >= 0
      and private.step_bit(price_step) & better_steps = 0
    group by price_step, better_steps & 2046
    having sum(counted.products) > 0
    order by price_step, better_steps & 2046
  )
$$;

-- The values of each filter with their numbers of items, as private.listing_facets_within counts them, which is security
-- definer too. Refuses odd arguments first.
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
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  perform private.check_step(from_step), private.check_step(below_step);
  perform private.check_filter(categories), private.check_filter(merchants), private.check_filter(brands);
  return query
  with counted as materialized (
    select *
    from private.listing_facets_within(
      categories, merchants, brands, private.steps_within(from_step, below_step, priced_only),
      least(greatest(facet_size, 0), 500)
    )
  )
  select *
  from counted
  union all
  select known.facet, known.value, 0
  from private.known_values(categories, merchants, brands, null) as known
  where not exists (select from counted where counted.facet = known.facet and counted.value = known.value);
end
$$;
comment on function public.listing_facets(text[], text[], text[], integer, integer, boolean, integer) is
  'The values of each filter of a list with their numbers of items.';
grant execute on function public.listing_facets(text[], text[], text[], integer, integer, boolean, integer)
  to anon, authenticated, service_role;

-- One page of a filtered and sorted list. With one merchant an item is shown by that merchant's best offer, with several by
-- the best of theirs; with a range of prices by the best in it. A page follows the row of a cursor, or stands at a number of
-- items (page_start); backwards reads from the cursor towards the beginning, nearest first.
--
-- Security definer: under row-level security operators that are not leakproof keep indexes from being used; the condition
-- of the visitors' policy is written out instead.
create function public.list_products(
  categories text[] default null,
  merchants text[] default null,
  brands text[] default null,
  from_step integer default null,
  below_step integer default null,
  sort text default 'newest',
  page_size integer default 24,
  page_start integer default 0,
  cursor_value text default null,
  cursor_id bigint default null,
  backwards boolean default false,
  source_param text default null
) returns setof public.products
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  wanted integer := least(greatest(page_size, 0), 100);
  skipped bigint := greatest(page_start, 0);
  needed constant bigint := skipped + wanted;
  by_price constant boolean := sort in ('price-asc', 'price-desc');
  direction constant text := case when (sort = 'price-asc') <> backwards then 'asc' else 'desc' end;
  sort_column constant text := case when by_price then 'price' else 'created_at' end;
  -- As asked: an item stands in the list by the best of them all, whether or not that one passes the other filters.
  all_merchants constant text[] := merchants;
  ordering constant text := format('order by %1$I %2$s, id %2$s', sort_column, direction);
  steps constant smallint := private.steps_within(from_step, below_step, by_price);
  from_price numeric := (private.price_edges())[from_step];
  below_price numeric := (private.price_edges())[below_step];
  conditions text := 'delisted_at is null';
  part_conditions text;
  source text;
  matches bigint;
  rarest bigint; -- items of the rarest filter
  first_step integer;
  last_step integer;
  walked text;
  walked_values text[];
  found integer;
  -- What can be bought, then what is sold out; backwards the other way round. A cursor says where to begin.
  part boolean;
  cursor_part boolean := (select availability = 'out_of_stock' from public.products where id = cursor_id);
begin
  perform private.check_filter(categories), private.check_filter(merchants), private.check_filter(brands),
    private.check_step(from_step), private.check_step(below_step);
  if num_nonnulls(categories, merchants, brands, from_price, below_price) > 0 then
    -- Values without a match are left out from here on: a walk would look through all of theirs in vain.
    select
      sum(products),
      min(price_step),
      max(price_step),
      case when categories is not null then array_agg(distinct category) end,
      case when merchants is not null then array_agg(distinct merchant_name) end,
      case when brands is not null then array_agg(distinct brand) end
    into matches, first_step, last_step, categories, merchants, brands
    from private.listing_counts
    where products > 0
      and (categories is null or category = any (categories))
      and merchant_name = any (coalesce(merchants, array['']))
      and (brands is null or brand = any (brands))
      and private.step_bit(price_step) & steps <> 0
      and better_steps & steps = 0;
    if matches is null then
      return;
    end if;
    if by_price then
      -- Nothing matches outside of these: the walk begins where the first match can be.
      from_price := (private.price_edges())[first_step];
      below_price := (private.price_edges())[last_step + 1];
    end if;
    select counted.dimension, counted.chosen, counted.products
    into walked, walked_values, rarest
    from (
      select 'category', categories, sum(products) filter (where category = any (categories) and merchant_name = '')
      from private.listing_counts
      union all
      select 'merchant_name', merchants, sum(products) filter (where merchant_name = any (merchants)) from private.listing_counts
      union all
      select 'brand', brands, sum(products) filter (where brand = any (brands) and merchant_name = '')
      from private.listing_counts
    ) as counted (dimension, chosen, products)
    where counted.chosen is not null
    order by counted.products
    limit 1;
  end if;

  -- What leads its item leads it in every range that it lies in; saying so first tells Postgres how many rows to expect.
  conditions := conditions || case
    when merchants is null then ' and (leads or better_steps & $13 = 0)'
    when cardinality(all_merchants) = 1
      then ' and (leads_merchant or merchant_better_steps & $13 = 0) and merchant_name = any ($2)'
    else ' and (leads_merchant or merchant_better_steps & $13 = 0) and merchant_name = any ($2)
      and (shops = 1 or not private.stands_behind(products, $12, $13))'
  end;
  if categories is not null then conditions := conditions || ' and category = any ($1)'; end if;
  if brands is not null then conditions := conditions || ' and brand = any ($3)'; end if;
  if from_price is not null then conditions := conditions || ' and price >= $4'; end if;
  if below_price is not null then conditions := conditions || ' and price < $5'; end if;
  if source_param is not null then conditions := conditions || ' and source = $11'; end if;
  -- Products without a price have no place in an order by price.
  if by_price then conditions := conditions || ' and price is not null'; end if;

  foreach part in array case when backwards then array[true, false] else array[false, true] end loop
    continue when cursor_part is not null and part <> cursor_part and part = backwards;
    part_conditions := conditions
      || case when part then ' and availability = ''out_of_stock''' else ' and availability <> ''out_of_stock''' end;
    if cursor_id is not null and part = coalesce(cursor_part, part) then
      part_conditions := part_conditions || format(
        ' and (%I, id) %s ($6::%s, $7)',
        sort_column,
        case direction when 'asc' then '>' else '<' end,
        case when by_price then 'numeric' else 'timestamptz' end
      );
    end if;
    -- Gathering reads all of the rarest filter's rows, a walk the fewer the more of them match. Ten times what the page
    -- needs leaves room for matches that are not spread evenly; where gathering itself is dear, a walk is tried sooner.
    -- What is sold out is rare under any filter.
    if part or matches <= needed * (case when rarest > 20000 then 3 else 10 end) then
      source := format(
        'with matching as materialized (select id, %1$I from public.products where %2$s)
         select products.*
         from (select id from matching %3$s limit $8 offset $9) as page
         join public.products using (id)
         %4$s',
        sort_column, part_conditions, ordering,
        format('order by products.%1$I %2$s, products.id %2$s', sort_column, direction)
      );
    elsif walked is not null then
      -- One walk for each value, then the best of their beginnings: an index gives its order for one value only.
      source := format(
        'select found.*
         from unnest($10) as wanted (value)
         cross join lateral (
           select * from public.products where %1$I = wanted.value and %2$s %3$s limit $8 + $9
         ) as found
         order by found.%4$I %5$s, found.id %5$s
         limit $8 offset $9',
        walked, part_conditions, ordering, sort_column, direction
      );
    else
      source := format('select * from public.products where %s %s limit $8 offset $9', part_conditions, ordering);
    end if;
    return query execute source
      using categories, merchants, brands, from_price, below_price, cursor_value, cursor_id,
        wanted::bigint, skipped, walked_values, source_param, all_merchants, steps;
    get diagnostics found = row_count;
    wanted := wanted - found;
    exit when wanted <= 0;
    if found > 0 then
      skipped := 0;
    elsif skipped > 0 then
      -- Short: no more than the page number times its size.
      execute format('select $9 - count(*) from (select from public.products where %s limit $9) as part', part_conditions)
      into skipped
      using categories, merchants, brands, from_price, below_price, cursor_value, cursor_id,
        wanted::bigint, skipped, walked_values, source_param, all_merchants, steps;
    end if;
  end loop;
end
$$;
comment on function public.list_products(text[], text[], text[], integer, integer, text, integer, integer, text, bigint, boolean, text) is
  'One page of a filtered and sorted list of items.';
grant execute on function public.list_products(
  text[], text[], text[], integer, integer, text, integer, integer, text, bigint, boolean, text
) to anon, authenticated, service_role;
