-- Products of the same brand from the ends of the brand's own indexes, as those of the category are: the text index gathers
-- every product of a large brand before it gives the first, 20 ms for a hundred thousand.

create or replace function public.related_products(of_product bigint, page_size integer default 8)
  returns setof public.products
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
declare
  own public.products;
  own_range text;
begin
  select * into own from public.products where id = of_product and delisted_at is null;
  if own.id is null then
    return;
  end if;
  own_range := private.range_name(own.product_name);
  return query
    with candidates as (
      (
        select id from public.products
        where delisted_at is null and category = own.category and price >= own.price
        order by price, id
        limit 60
      )
      union
      (
        select id from public.products
        where delisted_at is null and category = own.category and price < own.price
        order by price desc, id desc
        limit 60
      )
      union
      (
        select id from public.products
        where delisted_at is null and category = own.category
        order by created_at desc, id desc
        limit 30
      )
      union
      (
        select id from public.products
        where delisted_at is null and brand = own.brand and price >= own.price
        order by price, id
        limit 30
      )
      union
      (
        select id from public.products
        where delisted_at is null and brand = own.brand and price < own.price
        order by price desc, id desc
        limit 30
      )
      union
      (
        select id from public.products
        where delisted_at is null and brand = own.brand
        order by created_at desc, id desc
        limit 10
      )
    ),
    -- Spelling names plainly is the dearest step, so only the likest of some two hundred go through it.
    likest as materialized (
      select
        found.id,
        found.product_name,
        found.brand,
        found.availability = 'out_of_stock' as sold_out,
        extensions.similarity(found.product_name, own.product_name)
          + case when lower(found.brand) = lower(own.brand) then 0.3 else 0 end
          + case when found.category = own.category then 0.4 else 0 end
          + case when found.currency = own.currency and found.price > 0 and own.price > 0
              then 0.5 / (1 + 2 * abs(ln(found.price / own.price))) else 0 end as likeness,
        coalesce(found.feed_id || ' ' || found.variant_group, found.id::text) as group_of
      from candidates
      join public.products as found on found.id = candidates.id
      where found.delisted_at is null
        and found.id <> own.id
        and (own.gtin is null or found.gtin is distinct from own.gtin)
        and (own.variant_group is null or (found.feed_id, found.variant_group) is distinct from (own.feed_id, own.variant_group))
      order by 4, 5 desc, 1
      limit 80
    ),
    ranges as materialized (
      select *, private.range_name(product_name) as range_name
      from (
        select distinct on (group_of) *
        from likest
        order by group_of, sold_out, likeness desc, id
      ) as one_of_each_group
    ),
    one_of_each as (
      select distinct on (lower(brand), range_name) id, sold_out, likeness
      from ranges
      where lower(brand) is distinct from lower(own.brand)
        or range_name <> own_range
      order by lower(brand), range_name, sold_out, likeness desc, id
    )
    select products.*
    from one_of_each
    join public.products on products.id = one_of_each.id
    order by one_of_each.sold_out, one_of_each.likeness desc, products.id
    limit least(greatest(page_size, 0), 24);
end
$$;
