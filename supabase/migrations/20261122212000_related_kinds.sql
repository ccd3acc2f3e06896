-- Items like a product: of its kind first, so that a ring leads to rings; then of its category and near its price, or of its
-- brand, ranked by likeness of name, brand and price, and nothing sold out before what can be bought. Candidates come from the
-- ends of indexes, so the size of the catalogue does not matter. Security definer as search_shop.
create or replace function public.related_products(of_product bigint, page_size integer default 8)
  returns setof public.products
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
declare
  own public.products;
  kind tsquery;
  -- The text index gathers every match before it gives the first: what is common is looked for among the newest.
  is_common boolean;
begin
  select * into own from public.products where id = of_product and delisted_at is null;
  if own.id is null then
    return;
  end if;
  kind := private.weighed(plainto_tsquery('private.shop_english', private.kind_words(own.product_name, null)), 'A');
  is_common := (
    select coalesce(min(private.word_frequency(word)), 0) > 5000
    from private.words_of(private.kind_words(own.product_name, null)) as word
  );
  return query
    with candidates as (
      (
        select product_id as id
        from private.product_documents
        where not is_common and document @@ kind
        limit 60
      )
      union
      (
        select newest.product_id
        from (
          select product_id, document
          from private.product_documents
          order by product_id desc
          limit case when is_common then 3000 else 0 end
        ) as newest
        where newest.document @@ kind
        limit 60
      )
      union
      (
        select id from public.products
        where delisted_at is null and leads and category = own.category and price >= own.price
        order by price, id
        limit 30
      )
      union
      (
        select id from public.products
        where delisted_at is null and leads and category = own.category and price < own.price
        order by price desc, id desc
        limit 30
      )
      union
      (
        select id from public.products
        where delisted_at is null and leads and category = own.category
        order by created_at desc, id desc
        limit 20
      )
      union
      (
        select id from public.products
        where delisted_at is null and leads and brand = own.brand and price >= own.price
        order by price, id
        limit 15
      )
      union
      (
        select id from public.products
        where delisted_at is null and leads and brand = own.brand and price < own.price
        order by price desc, id desc
        limit 15
      )
      union
      (
        select id from public.products
        where delisted_at is null and leads and brand = own.brand
        order by created_at desc, id desc
        limit 10
      )
    )
    select found.*
    from candidates
    join public.products as found on found.id = candidates.id
    left join private.product_documents as documents on documents.product_id = found.id
    where found.item_id <> own.item_id
      and found.delisted_at is null
    order by
      found.availability = 'out_of_stock',
      coalesce(documents.document @@ kind, false) desc,
      extensions.similarity(found.product_name, own.product_name)
        + case when lower(found.brand) = lower(own.brand) then 0.3 else 0 end
        + case when found.category = own.category then 0.4 else 0 end
        + case when found.currency = own.currency and found.price > 0 and own.price > 0
            then 0.5 / (1 + 2 * abs(ln(found.price / own.price))) else 0 end desc,
      found.id
    limit least(greatest(page_size, 0), 24);
end
$$;
