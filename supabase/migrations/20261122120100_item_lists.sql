-- Lists of items: each once, by the offer that leads it, and what is sold out after everything that can be bought.

drop function public.list_products(
  text[], text[], text[], integer, integer, text, integer, integer, text, bigint, boolean
);

-- One page of a filtered and sorted list. With one merchant an item is shown by that merchant's best offer, with several by
-- the best of theirs. A page follows the row of a cursor, or stands at a number of items (page_start); backwards reads from
-- the cursor towards the beginning, nearest first.
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
      and (from_price is null or price_step >= from_step)
      and (below_price is null or price_step between 0 and below_step - 1)
      and (not by_price or price_step >= 0);
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

  conditions := conditions || case
    when merchants is null then ' and leads'
    when cardinality(all_merchants) = 1 then ' and leads_merchant and merchant_name = any ($2)'
    else ' and leads_merchant and merchant_name = any ($2) and (shops = 1 or not private.stands_behind(products, $12))'
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
        wanted::bigint, skipped, walked_values, source_param, all_merchants;
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
        wanted::bigint, skipped, walked_values, source_param, all_merchants;
    end if;
  end loop;
end
$$;
grant execute on function public.list_products(
  text[], text[], text[], integer, integer, text, integer, integer, text, bigint, boolean, text
) to anon, authenticated, service_role;
