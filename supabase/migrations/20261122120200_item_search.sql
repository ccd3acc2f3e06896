-- Searching finds items. Only what leads an item has a document, with the words of all its offers.

drop trigger index_changed_product on public.products;

-- The colours that an item comes in, as a part of its document. As name_document, without a set clause.
create function private.variants_document(colours text) returns tsvector
  language sql immutable parallel safe
as $$
  select pg_catalog.setweight(pg_catalog.to_tsvector('private.shop_english'::pg_catalog.regconfig, colours), 'C')
$$;

-- The words of an item: what leads it, every merchant that lists it, and the colours and sizes it comes in.
create function private.item_document(lead public.products, merchants text, colours text) returns tsvector
  language sql immutable parallel safe
as $$
  select private.name_document(lead.product_name)
    || private.context_document(lead.brand, lead.category, merchants)
    || private.variants_document(colours)
$$;

-- Documents of these items, and only of what leads them.
create function private.index_items(items bigint[]) returns void
  language plpgsql
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
begin
  delete from private.product_documents as documents
  using public.products
  where products.item_id = any (items)
    and products.id = documents.product_id
    and (not products.leads or products.delisted_at is not null);
  with heads as (
    select
      lead as lead,
      string_agg(distinct offers.merchant_name, ' ') as merchants,
      coalesce(string_agg(distinct offers.colour, ' '), '') as colours
    from (select distinct unnest(items)) as item (id)
    join public.products as lead on lead.item_id = item.id
    join public.products as offers on offers.item_id = item.id
    where lead.delisted_at is null
      and lead.leads
      and offers.delisted_at is null
    group by lead.id
  )
  insert into private.product_documents (product_id, document)
  select (heads.lead).id, private.item_document(heads.lead, heads.merchants, heads.colours)
  from heads
  on conflict (product_id) do update set document = excluded.document
    where product_documents.document <> excluded.document;
end
$$;

-- The words of products that are written by hand.
create or replace function private.index_product() returns trigger
  language plpgsql security definer -- editors write products, and no client writes documents
  set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.product_documents where product_id = old.id;
    return null;
  end if;
  perform private.learn_words(concat_ws(' ', new.product_name, new.brand, new.category, new.merchant_name, new.colour));
  return null;
end
$$;
create trigger learn_words_of_changed_product
  after insert or update of product_name, brand, category, merchant_name, colour on public.products
  for each row
  when (coalesce(current_setting('shop.bulk_import', true), '') <> 'on')
  execute function private.index_product();

-- The first thousand items that match and one more, best first, each by the offer that leads it or, narrowed to a merchant,
-- by that merchant's best; with their commonest categories and merchants.
create or replace function private.match_products(
  wanted tsquery,
  category_param text,
  merchant_param text,
  out ids bigint[],
  out categories text[],
  out category_counts integer[],
  out merchants text[],
  out merchant_counts integer[]
)
  language plpgsql stable
  set search_path = ''
  -- The words decide the plan: one made for unknown words would read whole tables for rare ones.
  set plan_cache_mode = force_custom_plan
as $$
declare
  -- A document has the words of its item's category and merchants, so the text index narrows by them too.
  narrowed tsquery := wanted
    && plainto_tsquery('private.shop_english', coalesce(category_param, ''))
    && plainto_tsquery('private.shop_english', coalesce(merchant_param, ''));
  sampled integer;
  walked integer := 0; -- how many of the newest documents are looked through; none: the text index is asked
begin
  -- The text index gathers every match before it gives the first: for two words that two hundred thousand products have
  -- in common, 57 ms. A thousand of those stand among the newest few thousand documents, found in 3 ms.
  select count(*)
  into sampled
  from (select document from private.product_documents order by product_id desc limit 2000) as newest
  where newest.document @@ narrowed;
  -- With the beginning of a word beside another word the index gathers ten words' matches for each: 40 ms.
  if sampled >= (case when numnode(narrowed) > 7 and narrowed::text like '%&%' then 50 else 100 end) then
    walked := 3000 * 1001 / sampled;
  end if;

  loop
    with matches as materialized (
      -- Ranking every match of a common word took 630 ms, ranking the first thousand 24 ms.
      select
        shown.id,
        head.item_id,
        head.shops,
        head.category,
        head.merchant_name,
        shown.availability = 'out_of_stock' as sold_out,
        -- Nearness of words (cd) is worth its price for a few of them: with twenty, 60 ms instead of 3.
        case
          when numnode(wanted) <= 7 then ts_rank_cd('{0.02, 0.2, 0.4, 1}', documents.document, wanted)
          else ts_rank('{0.02, 0.2, 0.4, 1}', documents.document, wanted)
        end as rank
      from (
        select product_id, document
        from (select product_id, document from private.product_documents order by product_id desc limit walked) as newest
        where walked > 0 and newest.document @@ narrowed
        union all
        select product_id, document
        from private.product_documents
        where walked = 0 and document @@ narrowed
      ) as documents
      join public.products as head on head.id = documents.product_id
      join public.products as shown
        on shown.id = case
          when merchant_param is null or head.merchant_name = merchant_param then head.id
          when head.shops > 1 then (
            select offer.id
            from public.products as offer
            where offer.item_id = head.item_id
              and offer.delisted_at is null
              and offer.leads_merchant
              and offer.merchant_name = merchant_param
          )
        end
      where head.delisted_at is null
        and (category_param is null or head.category = category_param)
      limit 1001
    ),
    by_category as (
      select category as value, count(*)::integer as counted
      from matches
      group by 1
      order by 2 desc, 1
      limit 12
    ),
    by_merchant as (
      select value, count(*)::integer as counted
      from (
        select merchant_name as value
        from matches
        where shops = 1
        union all
        select offers.merchant_name
        from matches
        join public.products as offers using (item_id)
        where matches.shops > 1
          and offers.leads_merchant
          and offers.delisted_at is null
      ) as listed
      group by 1
      order by 2 desc, 1
      limit 12
    )
    select
      -- What can be bought comes before what is sold out.
      (select array_agg(matches.id order by matches.sold_out, matches.rank desc, matches.id desc) from matches),
      (select array_agg(value order by counted desc, value) from by_category),
      (select array_agg(counted order by counted desc, value) from by_category),
      (select array_agg(value order by counted desc, value) from by_merchant),
      (select array_agg(counted order by counted desc, value) from by_merchant)
    into ids, categories, category_counts, merchants, merchant_counts;
    ids := coalesce(ids, '{}');
    exit when walked = 0 or cardinality(ids) > 1000;
    walked := 0; -- the newest were not like the rest
  end loop;
end
$$;

drop function private.suggest_products(tsquery, boolean);
-- A few items that match. What many match is found among the newest at once, where the text index would first gather every
-- one of them.
create function private.suggest_products(wanted tsquery, many boolean)
  returns table (id bigint, product_name text, variant_key text)
  language plpgsql stable
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
begin
  return query
  select products.id, products.product_name, products.item_id::text
  from (
    select product_id, document
    from (select * from private.product_documents where many order by product_id desc limit 3000) as newest
    where newest.document @@ wanted
    union all
    select product_id, document
    from private.product_documents
    where not many and document @@ wanted
  ) as documents
  join public.products on products.id = documents.product_id
  where products.delisted_at is null
  limit 40;
end
$$;

-- Every merchant's best offer of the very thing that a product is: of its item, in the same colour and size as far as both
-- tell, or of the same GTIN; the product's own first among its merchant's.
create or replace function public.product_offers(of_product bigint) returns setof public.products
  language sql stable
  set search_path = ''
as $$
  select offers.*
  from public.products as own
  cross join lateral (
    select distinct on (other.merchant_name) other.id
    from public.products as other
    where other.item_id = own.item_id
      and other.delisted_at is null
      and (other.id = own.id or other.merchant_name <> own.merchant_name)
      and (
        other.gtin = own.gtin
        or (own.gtin is null or other.gtin is null)
          and (own.colour is null or other.colour is null or lower(other.colour) = lower(own.colour))
          and (own.size is null or other.size is null or lower(other.size) = lower(own.size))
      )
    order by other.merchant_name, other.id <> own.id, other.availability = 'out_of_stock',
      other.currency <> own.currency, other.price nulls last, other.id
  ) as best
  join public.products as offers on offers.id = best.id
  where own.id = of_product
    and own.delisted_at is null
  order by offers.currency <> own.currency, offers.price nulls last, offers.id
  limit 50
$$;

-- Items like a product: of its category and near its price, or of its brand, ranked by likeness of name, brand and price,
-- and nothing sold out before what can be bought. Candidates come from the ends of indexes, so the size of the catalogue does
-- not matter. Security definer as search_shop.
create or replace function public.related_products(of_product bigint, page_size integer default 8)
  returns setof public.products
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
    where found.item_id <> own.item_id
    order by
      found.availability = 'out_of_stock',
      extensions.similarity(found.product_name, own.product_name)
        + case when lower(found.brand) = lower(own.brand) then 0.3 else 0 end
        + case when found.category = own.category then 0.4 else 0 end
        + case when found.currency = own.currency and found.price > 0 and own.price > 0
            then 0.5 / (1 + 2 * abs(ln(found.price / own.price))) else 0 end desc,
      found.id
    limit least(greatest(page_size, 0), 24);
end
$$;
drop function private.range_name(text);

-- Items by outbound clicks of people (not machines) on any of their offers in the last thirty days. Security definer: the
-- figures are the editors', the order that follows from them is everybody's. Nothing of a count can be seen.
create or replace function public.bestselling_products(
  category_param text default null,
  page_size integer default 24
) returns setof public.products
  language sql stable security definer
  set search_path = ''
as $$
  select head.*
  from (
    select products.item_id, sum(clicked.clicks) as clicks
    from (
      select product_id, sum(count) as clicks
      from public.daily_events
      where name = 'outbound_click'
        and day > (now() at time zone 'utc')::date - 30
        and product_id is not null
      group by product_id
      having sum(count) > 0
    ) as clicked
    join public.products on products.id = clicked.product_id
    where products.delisted_at is null
    group by products.item_id
  ) as wanted
  join public.products as head
    on head.item_id = wanted.item_id
    and head.delisted_at is null
    and head.leads
  where head.availability <> 'out_of_stock'
    and (category_param is null or head.category = category_param)
  order by wanted.clicks desc, head.id desc
  limit least(greatest(page_size, 0), 100)
$$;
