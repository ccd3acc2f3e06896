-- What a product's page asks: its variants, every shop's offer of the same item, what is like it, and what became of it.

-- The same item at every shop. Kept for listed products only: nobody asks for the others.
create index products_gtin on public.products (gtin)
  where gtin is not null and delisted_at is null;
-- The sizes and colours of one product of one feed.
create index products_variants on public.products (feed_id, variant_group)
  where variant_group is not null and delisted_at is null;

-- A name without case, accents and punctuation: two shops that write one name differ in those.
create function private.plain_name(source_text text) returns text
  language sql immutable parallel safe
  set search_path = ''
as $$
  select trim(regexp_replace(lower(extensions.unaccent('extensions.unaccent', source_text)), '[^[:alnum:]]+', ' ', 'g'))
$$;

-- Every listed offer of the item that a product is, one for each shop, the product's own first among its shop's. The item
-- is known by its GTIN; a product without one is the same as those of its brand whose name reads the same, in the same
-- colour and size as far as both tell. The search documents find these: an index of names of its own would cost every
-- import more than it saves here. Security definer: visitors may not read the documents; the condition of their policy
-- is written out instead, as in search_products.
create function public.product_offers(of_product bigint) returns setof public.products
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
declare
  own public.products;
begin
  select * into own from public.products where id = of_product and delisted_at is null;
  if own.id is null then
    return;
  end if;
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
          where own.gtin is null
            and own.brand is not null
            and documents.document @@ plainto_tsquery('private.shop_english', private.plain_name(concat_ws(' ', own.product_name, own.brand)))
          limit 200
        ) as named
        join public.products as found on found.id = named.product_id
        where found.delisted_at is null
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
grant execute on function public.product_offers(bigint) to anon, authenticated, service_role;

-- The other colours and sizes of a product, in the order in which its shop lists them.
create function public.product_variants(of_product bigint) returns setof public.products
  language sql stable
  set search_path = ''
as $$
  select variants.*
  from public.products as own
  join public.products as variants
    on variants.feed_id = own.feed_id
    and variants.variant_group = own.variant_group
  where own.id = of_product
    and own.delisted_at is null
    and variants.delisted_at is null
  order by variants.id
  limit 60
$$;
grant execute on function public.product_variants(bigint) to anon, authenticated, service_role;

-- Products like one: of its category and near its price, or of its brand, ranked by likeness of name, brand and price.
-- Never the item itself in another size or at another shop, one of each range, and nothing sold out before what can be
-- bought. Candidates come from the ends of indexes, so the size of the catalogue does not matter. Security definer as above.
create function public.related_products(of_product bigint, page_size integer default 8) returns setof public.products
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
declare
  own public.products;
begin
  select * into own from public.products where id = of_product and delisted_at is null;
  if own.id is null then
    return;
  end if;
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
          and documents.document @@ plainto_tsquery('private.shop_english', private.plain_name(concat_ws(' ', own.brand, own.category)))
        limit 60
      )
    ),
    scored as (
      select
        found.id,
        found.availability = 'out_of_stock' as sold_out,
        extensions.similarity(found.product_name, own.product_name)
          + case when lower(found.brand) = lower(own.brand) then 0.3 else 0 end
          + case when found.category = own.category then 0.4 else 0 end
          + case when found.currency = own.currency and found.price > 0 and own.price > 0
              then 0.5 / (1 + 2 * abs(ln(found.price / own.price))) else 0 end as likeness,
        coalesce(found.feed_id || ' ' || found.variant_group, found.gtin, found.id::text) as range_of
      from candidates
      join public.products as found on found.id = candidates.id
      where found.delisted_at is null
        and found.id <> own.id
        and (own.gtin is null or found.gtin is distinct from own.gtin)
        and (own.variant_group is null or (found.feed_id, found.variant_group) is distinct from (own.feed_id, own.variant_group))
        and private.plain_name(found.product_name) <> private.plain_name(own.product_name)
    ),
    one_of_each as (
      select distinct on (range_of) id, sold_out, likeness
      from scored
      order by range_of, sold_out, likeness desc, id
    )
    select products.*
    from one_of_each
    join public.products on products.id = one_of_each.id
    order by one_of_each.sold_out, one_of_each.likeness desc, products.id
    limit least(greatest(page_size, 0), 24);
end
$$;
grant execute on function public.related_products(bigint, integer) to anon, authenticated, service_role;

-- Products that are no more: their old addresses answer "gone" instead of "never heard of".
create table private.deleted_products (
  product_id bigint primary key,
  product_name text not null,
  category text not null,
  deleted_at timestamptz not null default now()
);
comment on table private.deleted_products is 'What deleted products were called, for the pages at their old addresses.';
alter table private.deleted_products enable row level security;

create function private.remember_deleted_products() returns trigger
  language plpgsql security definer -- whoever may delete a product need not write here
  set search_path = ''
as $$
begin
  insert into private.deleted_products (product_id, product_name, category)
  select id, product_name, category from gone
  on conflict (product_id) do update set product_name = excluded.product_name, category = excluded.category;
  return null;
end
$$;
create trigger remember_deleted_products
  after delete on public.products
  referencing old table as gone
  for each statement execute function private.remember_deleted_products();

-- What became of a product that the shop no longer shows; no row for one it shows and for one it never had. Security
-- definer: visitors read no delisted rows. It tells the two things that stood on the page, and nothing else of them.
create function public.gone_product(of_product bigint) returns table (product_name text, category text)
  language sql stable security definer
  set search_path = ''
as $$
  select products.product_name, products.category
  from public.products
  where products.id = of_product
    and products.delisted_at is not null
  union all
  select deleted.product_name, deleted.category
  from private.deleted_products as deleted
  where deleted.product_id = of_product
    and not exists (select 1 from public.products where products.id = of_product)
$$;
grant execute on function public.gone_product(bigint) to anon, authenticated, service_role;

-- The parts of the product sitemap that hold an address: part n has the ids from n times 10,000 on, so each part's bounds
-- stay where they are whatever comes and goes, and none can hold more than 10,000. One step into the index for each part.
create function public.product_sitemap_parts() returns setof integer
  language sql stable
  set search_path = ''
as $$
  select part
  from generate_series(0, coalesce((select max(id) / 10000 from public.products where delisted_at is null), 0)::integer) as part
  where part < 50000
    and exists (
      select 1
      from public.products
      where id >= part::bigint * 10000
        and id < (part::bigint + 1) * 10000
        and delisted_at is null
    )
$$;
grant execute on function public.product_sitemap_parts() to anon, authenticated, service_role;
