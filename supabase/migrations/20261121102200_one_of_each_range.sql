-- Related products: one of a range however many shops sell it and in however many colours. Offers: a shop that tells no
-- GTIN is found by brand and name from the pages of those that do, and they from its own.

-- What a range is called: a name without the colour or size that shops write behind a dash.
create function private.range_name(source_text text) returns text
  language sql immutable parallel safe
  set search_path = ''
as $$
  select private.plain_name(regexp_replace(source_text, '\s+[-–—|]\s+[^-–—|]*$', ''))
$$;

create or replace function public.product_offers(of_product bigint) returns setof public.products
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
declare
  own public.products;
  words tsquery;
begin
  select * into own from public.products where id = of_product and delisted_at is null;
  if own.id is null then
    return;
  end if;
  words := plainto_tsquery('private.shop_english', private.plain_name(concat_ws(' ', own.product_name, own.brand)));
  return query
    with same_item as (
      -- A feed that gives one GTIN to everything must not cost more than this.
      (
        select found.id
        from public.products as found
        where found.gtin = own.gtin
          and found.delisted_at is null
        limit 200
      )
      union
      (
        select named.product_id
        from (
          select documents.product_id
          from private.product_documents as documents
          where own.brand is not null
            and documents.document @@ words
          limit 200
        ) as named
        join public.products as found on found.id = named.product_id
        where found.delisted_at is null
          and (own.gtin is null or found.gtin is null)
          and lower(found.brand) = lower(own.brand)
          and private.plain_name(found.product_name) = private.plain_name(own.product_name)
          and (own.colour is null or found.colour is null or lower(found.colour) = lower(own.colour))
          and (own.size is null or found.size is null or lower(found.size) = lower(own.size))
      )
      union
      select own.id
    )
    select offers.*
    from (
      select distinct on (products.merchant_name) products.id
      from same_item
      join public.products on products.id = same_item.id
      where products.id = own.id
        or products.merchant_name <> own.merchant_name
      order by products.merchant_name, products.id = own.id desc, products.availability = 'out_of_stock',
        products.currency = own.currency desc, products.price nulls last, products.id
    ) as best
    join public.products as offers on offers.id = best.id
    order by offers.currency = own.currency desc, offers.price nulls last, offers.id
    limit 50;
end
$$;

create or replace function public.related_products(of_product bigint, page_size integer default 8)
  returns setof public.products
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
declare
  own public.products;
  own_range text;
  words tsquery;
begin
  select * into own from public.products where id = of_product and delisted_at is null;
  if own.id is null then
    return;
  end if;
  own_range := private.range_name(own.product_name);
  words := plainto_tsquery('private.shop_english', private.plain_name(concat_ws(' ', own.brand, own.category)));
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
        select documents.product_id
        from private.product_documents as documents
        where own.brand is not null
          and documents.document @@ words
        limit 60
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

-- As before, with a step that cannot be turned into one join over the whole catalogue.
create or replace function public.product_sitemap_parts() returns setof integer
  language sql stable
  set search_path = ''
as $$
  select part
  from generate_series(
    0,
    coalesce((select id / 10000 from public.products where delisted_at is null order by id desc limit 1), 0)::integer
  ) as part
  where part < 50000
    and (
      select id
      from public.products
      where id >= part::bigint * 10000
        and id < (part::bigint + 1) * 10000
        and delisted_at is null
      order by id
      limit 1
    ) is not null
$$;
