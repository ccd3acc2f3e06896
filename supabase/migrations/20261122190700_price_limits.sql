-- No price is read past its limit. A price that may no longer be shown leaves its row, so that select=*, filters, orders,
-- counts, lists, searches and realtime all show null; docs/decisions/0067-overdue-prices.md says why.

-- The prices that were taken out of their rows: the importer compares with them, and editors see them.
create table private.hidden_prices (
  product_id bigint primary key references public.products (id) on delete cascade,
  price numeric,
  list_price numeric,
  -- What the limit depends on, as it was then: a limit that is loosened brings the price back.
  merchant_name text collate "C" not null,
  source text collate "C" not null,
  -- When the price was last known to be true.
  as_of timestamptz not null
);
comment on table private.hidden_prices is 'Prices that are too old to be shown.';
create index hidden_prices_limit on private.hidden_prices (merchant_name, source, as_of);
alter table private.hidden_prices enable row level security;
grant select on private.hidden_prices to authenticated, service_role;

create policy "editors read hidden prices" on private.hidden_prices
  for select to authenticated
  using ((select private.has_role('editor')));

-- How old a price may be shown: the merchant's word, else the network's; Amazon's a day at most, whatever was set. Null: no
-- limit. site/ssr/data/price-rules.ts says the same.
create function private.price_limit(of_merchant text, of_source text) returns interval
  language sql stable
  set search_path = ''
as $$
  select case when of_source = 'amazon' then least(given.max_age, interval '24 hours') else given.max_age end
  from (
    select coalesce(
      (select merchants.max_age from public.merchants where merchants.name = of_merchant),
      (select networks.price_max_age from public.networks where networks.id = of_source)
    )
  ) as given (max_age)
$$;

-- The last price that was read, for the back office: the price that may be shown, else the one that may not. Asked for
-- by name, as price_as_of is.
create function public.known_price(product public.products) returns numeric
  language sql stable
  set search_path = ''
as $$
  select coalesce(
    product.price,
    (select hidden.price from private.hidden_prices as hidden where hidden.product_id = product.id)
  )
$$;
comment on function public.known_price(public.products) is
  'The last price that was read, also where it may no longer be shown; for staff.';
revoke execute on function public.known_price(public.products) from public, anon;
grant execute on function public.known_price(public.products) to authenticated, service_role;

-- Trigger: updated_at, price_changed_at and the price history of an edited product. Hiding and showing is no change of a
-- price: history, times and the hidden price stay.
create function private.keep_price_history() returns trigger
  language plpgsql security definer -- clients may change a price but never rewrite its history
  set search_path = ''
as $$
declare
  hidden private.hidden_prices;
  old_price numeric := old.price;
  old_list_price numeric := old.list_price;
begin
  if coalesce(current_setting('shop.hiding_prices', true), '') = 'on' then
    return new;
  end if;
  new.updated_at := pg_catalog.now();
  if (new.price, new.currency) is distinct from (old.price, old.currency) then
    if new.price is not null then
      delete from private.hidden_prices where product_id = old.id returning * into hidden;
      old_price := coalesce(old_price, hidden.price);
      old_list_price := coalesce(old_list_price, hidden.list_price);
    end if;
    new.observed_at := pg_catalog.now();
    if (new.price, new.currency) is distinct from (old_price, old.currency) then
      insert into public.price_history (product_id, observed_from, observed_until, price, currency, list_price)
      select old.id, old.price_changed_at, pg_catalog.now(), old_price, old.currency, old_list_price
      where not exists (select from public.hand_prices where product_id = old.id)
      on conflict (product_id, observed_from) do nothing;
      new.price_changed_at := pg_catalog.now();
    end if;
  end if;
  return new;
end
$$;

-- What some items count for in the lists.
create function private.counts_of(items bigint[]) returns setof private.listing_counts
  language sql stable
  set search_path = ''
as $$
  select category, counted.merchant_name, coalesce(brand, ''), private.price_step(price), counted.better_steps,
    count(*)::integer
  from public.products
  cross join lateral (
    values (better_steps, ''), (merchant_better_steps, products.merchant_name)
  ) as counted (better_steps, merchant_name)
  where item_id = any (items)
    and delisted_at is null
    and counted.better_steps < 2047
  group by 1, 2, 3, 4, 5
$$;

-- Writes prices of products as hiding and showing do, for a thousand at once: lists, counts and drops follow. The triggers of
-- edits would count one row after another, 5 ms for each. Items of one offer are led by it whatever it costs.
create function private.write_prices(of_products bigint[], prices numeric[], list_prices numeric[]) returns void
  language plpgsql
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
declare
  items constant bigint[] := array(select distinct item_id from public.products where id = any (of_products));
  counted private.listing_counts[];
  was_hiding constant text := coalesce(current_setting('shop.hiding_prices', true), '');
  was_bulk constant text := coalesce(current_setting('shop.bulk_import', true), '');
begin
  -- Not as settings of the function: only a superuser may make one with a parameter that no module declares.
  perform set_config('shop.hiding_prices', 'on', true), set_config('shop.bulk_import', 'on', true);
  -- As refresh_touched_items does: edits of these items wait.
  perform pg_advisory_xact_lock(hashtextextended('refresh items', 0));
  perform from public.products where item_id = any (items) order by id for update;
  counted := array(select private.counts_of(items));
  update public.products
  set price = written.price, list_price = written.list_price
  from unnest(of_products, prices, list_prices) as written (id, price, list_price)
  where products.id = written.id;
  delete from public.price_drops where product_id = any (of_products);
  insert into public.price_drops
    (product_id, category, merchant_name, source, was_price, price, currency, dropped_at)
  select products.id, products.category, products.merchant_name, products.source, low_price, products.price,
    products.currency, products.price_changed_at
  from public.products
  cross join lateral private.low_before(products.id, products.currency, products.price_changed_at)
  where products.id = any (of_products)
    and products.price < low_price
    and products.price_changed_at > now() - interval '30 days'
    and products.source is distinct from 'amazon'
    and not exists (select from public.hand_prices where product_id = products.id);
  perform private.refresh_items(array(
    select item_id
    from public.products
    where item_id = any (items)
      and delisted_at is null
    group by item_id
    having count(*) > 1
  ));
  insert into private.listing_counts (category, merchant_name, brand, price_step, better_steps, products)
  select category, merchant_name, brand, price_step, better_steps, greatest(sum(products), 0)
  from (
    select * from private.counts_of(items)
    union all
    select category, merchant_name, brand, price_step, better_steps, -products from unnest(counted)
  ) as moved
  group by 1, 2, 3, 4, 5
  having sum(products) > 0
  on conflict (category, merchant_name, brand, price_step, better_steps) do update
    set products = listing_counts.products + excluded.products;
  update private.listing_counts as counts
  set products = greatest(counts.products - gone.products, 0)
  from (
    select category, merchant_name, brand, price_step, better_steps, -sum(products) as products
    from (
      select * from private.counts_of(items)
      union all
      select category, merchant_name, brand, price_step, better_steps, -products from unnest(counted)
    ) as moved
    group by 1, 2, 3, 4, 5
    having sum(products) < 0
  ) as gone
  where (counts.category, counts.merchant_name, counts.brand, counts.price_step, counts.better_steps)
    = (gone.category, gone.merchant_name, gone.brand, gone.price_step, gone.better_steps);
  perform set_config('shop.hiding_prices', was_hiding, true), set_config('shop.bulk_import', was_bulk, true);
end
$$;

-- Puts hidden prices back; returns how many.
create function private.show_prices(of_products bigint[]) returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  shown private.hidden_prices[];
begin
  with taken as (
    delete from private.hidden_prices as hidden
    where product_id = any (of_products)
    returning hidden
  )
  select array_agg(hidden) into shown from taken;
  -- A statement without rows would drop the pages that show products all the same.
  if shown is null then
    return 0;
  end if;
  perform private.write_prices(array_agg(product_id), array_agg(price), array_agg(list_price)) from unnest(shown);
  return cardinality(shown);
end
$$;

-- Hides up to slice prices that are due, and shows again up to slice that a loosened limit allows; returns how many it
-- touched. "ahead" is the time until the next call: nothing may become too old between two.
create function private.keep_price_limits(slice integer default 1000, ahead interval default interval '1 minute')
  returns integer
  language plpgsql
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
declare
  due bigint[];
  allowed bigint[];
  due_finds bigint[];
begin
  -- From one merchant, source and feed to the next through the index, and to the prices of each that are old enough.
  with recursive groups as (
    (
      select merchant_name, coalesce(source, '') as source, coalesce(feed_id, 0) as feed_id
      from public.products
      where delisted_at is null and (price is not null or list_price is not null)
      order by merchant_name, coalesce(source, ''), coalesce(feed_id, 0)
      limit 1
    )
    union all
    select next.*
    from groups
    cross join lateral (
      select merchant_name, coalesce(source, ''), coalesce(feed_id, 0)
      from public.products
      where delisted_at is null and (price is not null or list_price is not null)
        and (merchant_name, coalesce(source, ''), coalesce(feed_id, 0))
          > (groups.merchant_name, groups.source, groups.feed_id)
      order by merchant_name, coalesce(source, ''), coalesce(feed_id, 0)
      limit 1
    ) as next
  ),
  limited as materialized (
    select groups.*, now() + ahead - private.price_limit(groups.merchant_name, groups.source) as oldest
    from groups
  )
  select array_agg(found.id)
  into due
  from (
    select old.id
    from limited
    left join public.feeds on feeds.id = limited.feed_id
    cross join lateral (
      select id
      from public.products
      where merchant_name = limited.merchant_name
        and coalesce(source, '') = limited.source
        and coalesce(feed_id, 0) = limited.feed_id
        and observed_at < limited.oldest
        and delisted_at is null and (price is not null or list_price is not null)
      limit slice
      for update skip locked
    ) as old
    where limited.oldest is not null
      and (feeds.checked_at is null or feeds.checked_at < limited.oldest)
    limit slice
  ) as found;
  if due is not null then
    insert into private.hidden_prices (product_id, price, list_price, merchant_name, source, as_of)
    select id, price, list_price, merchant_name, coalesce(source, ''), public.price_as_of(products)
    from public.products
    where id = any (due)
    on conflict (product_id) do update
      set price = excluded.price, list_price = excluded.list_price, merchant_name = excluded.merchant_name,
        source = excluded.source, as_of = excluded.as_of;
    perform private.write_prices(due, array[]::numeric[], array[]::numeric[]);
  end if;

  with recursive groups as (
    (
      select merchant_name, source
      from private.hidden_prices
      order by merchant_name, source
      limit 1
    )
    union all
    select next.*
    from groups
    cross join lateral (
      select merchant_name, source
      from private.hidden_prices
      where (merchant_name, source) > (groups.merchant_name, groups.source)
      order by merchant_name, source
      limit 1
    ) as next
  ),
  limited as materialized (
    select groups.*,
      coalesce(now() + ahead - private.price_limit(groups.merchant_name, groups.source), '-infinity') as oldest
    from groups
  )
  select array_agg(found.product_id)
  into allowed
  from (
    select young.product_id
    from limited
    cross join lateral (
      select hidden.product_id
      from private.hidden_prices as hidden
      join public.products on products.id = hidden.product_id
      where hidden.merchant_name = limited.merchant_name
        and hidden.source = limited.source
        and hidden.as_of >= limited.oldest
        -- Of what an editor has given to another merchant nothing is known until the next import.
        and products.merchant_name = hidden.merchant_name
        and coalesce(products.source, '') = hidden.source
      limit slice
      for update of products skip locked
    ) as young
    limit slice
  ) as found;

  select array_agg(id)
  into due_finds
  from (
    select id
    from public.amazon_products
    where price is not null
      and price_observed_at < now() + ahead - coalesce(private.price_limit('Amazon', 'amazon'), interval '24 hours')
    limit slice
    for update skip locked
  ) as found;
  if due_finds is not null then
    -- Amazon's licence lets nobody keep an old price.
    update public.amazon_products set price = null where id = any (due_finds);
  end if;
  return coalesce(cardinality(due), 0) + private.show_prices(coalesce(allowed, '{}')) + coalesce(cardinality(due_finds), 0);
end
$$;
comment on function private.keep_price_limits(integer, interval) is 'Hides prices that may no longer be shown.';
revoke execute on function private.write_prices(bigint[], numeric[], numeric[]), private.show_prices(bigint[]),
  private.keep_price_limits(integer, interval) from public;

create trigger keep_price_history
  before update on public.products
  for each row
  when (coalesce(current_setting('shop.bulk_import', true), '') <> 'on')
  execute function private.keep_price_history();
