-- Filter lists and counts that stay fast at a million rows.

-- The categories that have a listed product, sorted. Jumps from one value to the next through the index (a loose index
-- scan) instead of reading every row; the limit bounds the jumps of a catalogue that never mapped its categories.
create function public.product_categories() returns setof text
  language sql stable
  set search_path = ''
as $$
  with recursive distinct_values as (
    (
      select category as value
      from public.products
      where delisted_at is null
      order by category
      limit 1
    )
    union all
    select (
      select category
      from public.products
      where delisted_at is null
        and category > distinct_values.value
      order by category
      limit 1
    )
    from distinct_values
    where distinct_values.value is not null
  )
  select value
  from distinct_values
  where value is not null
  limit 200
$$;
grant execute on function public.product_categories() to anon, authenticated, service_role;

-- The merchants that have a listed product, sorted; the same way.
create function public.product_merchants() returns setof text
  language sql stable
  set search_path = ''
as $$
  with recursive distinct_values as (
    (
      select merchant_name as value
      from public.products
      where delisted_at is null
      order by merchant_name
      limit 1
    )
    union all
    select (
      select merchant_name
      from public.products
      where delisted_at is null
        and merchant_name > distinct_values.value
      order by merchant_name
      limit 1
    )
    from distinct_values
    where distinct_values.value is not null
  )
  select value
  from distinct_values
  where value is not null
  limit 1000
$$;
grant execute on function public.product_merchants() to anon, authenticated, service_role;

-- How many listed products match, counting no further than cap: an answer of cap + 1 means "more than cap".
create function public.count_products(
  category_param text default null,
  merchant_param text default null,
  source_param text default null,
  cap integer default 1000
) returns integer
  language plpgsql stable
  set search_path = ''
  -- A plan made for unknown values would read the whole table for filters that are not set.
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
      and (category_param is null or category = category_param)
      and (merchant_param is null or merchant_name = merchant_param)
      and (source_param is null or source = source_param)
    limit least(greatest(cap, 0), 100000) + 1
  ) as capped;
  return counted;
end
$$;
grant execute on function public.count_products(text, text, text, integer) to anon, authenticated, service_role;
