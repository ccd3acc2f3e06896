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
  set search_path = ''
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

drop function public.search_shop(text, text, text, text, integer, integer, boolean);
-- A page of results, best first. The figures of the whole search stand in every row; a page without results is one row
-- whose kind is null. Where nothing to buy has every word, what has some of them is shown (matched =
-- 'some'). Kinds are dealt like cards: products lead, and as long as there are any, every fifth place is a find's and an article's.
--
-- Security definer: under row-level security the text indexes could not be used, because their operator is not
-- leakproof; the conditions of the visitors' policies are written out instead.
create function public.search_shop(
  query_text text,
  kind_param text default null, -- 'product', 'find' or 'article'
  category_param text default null,
  merchant_param text default null,
  page_size integer default 8,
  page_start integer default 0,
  as_typed boolean default false
)
  returns table (
    meant text,
    corrected boolean,
    matched text,
    -- Counted no further than a thousand: 1,001 means more.
    products integer,
    finds integer,
    articles integer,
    categories text[],
    category_counts integer[],
    merchants text[],
    merchant_counts integer[],
    kind text,
    id bigint,
    title text,
    title_marked text,
    snippet_marked text,
    link text,
    category text,
    merchant_name text,
    source text,
    price numeric,
    currency text,
    image_url text,
    availability text,
    price_as_of timestamptz,
    created_at timestamptz,
    read_time text,
    -- What the item comes in; one of each for what is no product.
    shops smallint,
    colours smallint,
    sizes smallint
  )
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  read record;
  wanted tsquery; -- the words that are looked for, and marked
  found record;
  found_finds bigint[];
  found_articles text[];
  found_in text := 'all';
  articles_from numeric := 2.5; -- the place of the first article
begin
  select * into read from private.read_query(query_text, as_typed);
  wanted := coalesce(read.every_word, ''::tsquery);
  select * into found from private.match_products(wanted, category_param, merchant_param);
  -- Finds have one merchant and articles have none; neither is narrowed by what it does not have.
  found_finds := case when merchant_param is null then private.match_finds(wanted, category_param) else '{}' end;
  found_articles := case
    when category_param is null and merchant_param is null then private.match_articles(wanted)
    else '{}'
  end;
  if cardinality(found.ids) + cardinality(found_finds) = 0 and read.any_word <> wanted then
    -- An article that has every word comes before things that have some.
    articles_from := 0;
    wanted := read.any_word;
    select * into found from private.match_products(wanted, category_param, merchant_param);
    found_finds := case when merchant_param is null then private.match_finds(wanted, category_param) else '{}' end;
    if cardinality(found_articles) = 0 and category_param is null and merchant_param is null then
      found_articles := private.match_articles(wanted);
      articles_from := 2.5;
    end if;
    found_in := 'some';
  end if;

  return query
  with dealt as (
    select 'product' as kind, product_id as number, null as slug, place::numeric as turn
    from unnest(found.ids) with ordinality as one (product_id, place)
    where coalesce(kind_param, 'product') = 'product'
    union all
    select 'find', find_id, null, place * 4 - 0.5
    from unnest(found_finds) with ordinality as one (find_id, place)
    where coalesce(kind_param, 'find') = 'find'
    union all
    select 'article', null, article_slug, articles_from + (place - 1) * 4
    from unnest(found_articles) with ordinality as one (article_slug, place)
    where coalesce(kind_param, 'article') = 'article'
  ),
  page as (
    select *
    from dealt
    order by turn
    limit least(greatest(page_size, 0), 100)
    offset greatest(page_start, 0)
  ),
  items as (
    select
      page.turn, page.kind, product.id, product.product_name as title, product.description as body,
      product.affiliate_link as link, product.category, product.merchant_name, product.source,
      product.price, product.currency, public.picture(product) as image_url, product.availability,
      public.price_as_of(product) as price_as_of, product.created_at, null as read_time,
      product.shops, product.colours, product.sizes
    from page
    join public.products as product on product.id = page.number
    where page.kind = 'product'
    union all
    select
      page.turn, page.kind, find.id, find.product_title, null,
      find.product_url, find.category, 'Amazon', 'amazon',
      find.price, find.currency, find.image_url, 'unknown',
      find.price_observed_at, find.created_at, null, 1, 1, 1
    from page
    join public.amazon_products as find on find.id = page.number
    where page.kind = 'find'
    union all
    select
      page.turn, page.kind, null, coalesce(post.title, published.name), concat_ws(' ', post.excerpt, document.body),
      '/blog/' || page.slug, coalesce(post.category, ''), null, null,
      null, null, post.image_url, null,
      null, coalesce(post.created_at, published.updated_at), post.read_time, 1, 1, 1
    from page
    join private.article_documents as document on document.slug = page.slug
    left join public.blog_posts as post on post.slug = page.slug and post.is_active
    left join public.pages as published on published.url = '/blog/' || page.slug and published.is_published
    where page.kind = 'article'
  )
  select
    read.meant, read.corrected, found_in,
    cardinality(found.ids), cardinality(found_finds), cardinality(found_articles),
    coalesce(found.categories, '{}'), coalesce(found.category_counts, '{}'),
    coalesce(found.merchants, '{}'), coalesce(found.merchant_counts, '{}'),
    items.kind, items.id, items.title,
    private.marked(items.title, wanted, true),
    private.marked(private.plain_text(coalesce(items.body, ''), 8000), wanted, false),
    items.link, items.category, items.merchant_name, items.source, items.price, items.currency, items.image_url,
    items.availability, items.price_as_of, items.created_at, items.read_time,
    items.shops::smallint, items.colours::smallint, items.sizes::smallint
  from (select) as whole_search
  left join items on true
  order by items.turn;
end
$$;
grant execute on function public.search_shop(text, text, text, text, integer, integer, boolean)
  to anon, authenticated, service_role;
