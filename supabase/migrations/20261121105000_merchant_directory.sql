-- The shops that we link to, by name, with how much of each is listed and since when.

-- One page of the shops that have a listed product. Counts stop at cap: an answer of cap + 1 means "more than cap". Both
-- lookups of a shop read the first entries of products_merchant_newest, so a shop of a million products costs no more
-- than one of a thousand.
create function public.merchant_directory(
  page_size integer default 60,
  page_start integer default 0,
  cap integer default 1000
)
  returns table (name text, website text, description text, products integer, newest timestamptz)
  language plpgsql stable
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
begin
  return query
    select listed.name, merchants.website, merchants.description, counted.products, latest.created_at
    from (
      select merchant_name as name
      from public.product_merchants() as merchant_name
      order by merchant_name
      limit least(greatest(page_size, 0), 100)
      offset greatest(page_start, 0)
    ) as listed
    left join public.merchants on merchants.name = listed.name
    cross join lateral (
      select count(*)::integer as products
      from (
        select 1
        from public.products
        where products.merchant_name = listed.name
          and products.delisted_at is null
        limit least(greatest(cap, 0), 10000) + 1
      ) as capped
    ) as counted
    left join lateral (
      select products.created_at
      from public.products
      where products.merchant_name = listed.name
        and products.delisted_at is null
      order by products.created_at desc
      limit 1
    ) as latest on true
    order by listed.name;
end
$$;
grant execute on function public.merchant_directory(integer, integer, integer) to anon, authenticated, service_role;
