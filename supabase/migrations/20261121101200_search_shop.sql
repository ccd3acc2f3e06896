-- One search over products, finds at the large retailer and articles.

-- The words that were found stand between these two characters, which are first taken out of the text itself. So the page
-- marks what Postgres found, and never what a text says of itself.
create function private.marked(source_text text, wanted tsquery, whole boolean) returns text
  language sql stable
  set search_path = ''
as $$
  select ts_headline(
    'private.shop_english',
    translate(left(source_text, 8000), chr(2) || chr(3), ''),
    wanted,
    'StartSel="' || chr(2) || '", StopSel="' || chr(3) || '", '
      || case when whole then 'HighlightAll=true' else 'MaxWords=30, MinWords=18, ShortWord=0' end
  )
$$;

-- The first thousand listed products that match and one more, best first, with their commonest categories and merchants.
create function private.match_products(
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
  -- A document has the words of its product's category and merchant, so the text index narrows by them too.
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
  if sampled >= 100 then
    walked := 3000 * 1001 / sampled;
  end if;

  loop
    with matches as materialized (
      -- Ranking every match of a common word took 630 ms, ranking the first thousand 24 ms.
      select
        products.id,
        products.category,
        products.merchant_name,
        coalesce(products.feed_id || ' ' || products.variant_group, products.id::text) as variant_key,
        -- What can be bought comes before what is sold out.
        -- Nearness of words (cd) is worth its price for a few of them: with twenty, 60 ms instead of 3.
        case
          when numnode(wanted) <= 7 then ts_rank_cd('{0.02, 0.2, 0.4, 1}', documents.document, wanted)
          else ts_rank('{0.02, 0.2, 0.4, 1}', documents.document, wanted)
        end
          * case when products.availability = 'out_of_stock' then 0.5 else 1 end as rank
      from (
        select product_id, document
        from (select product_id, document from private.product_documents order by product_id desc limit walked) as newest
        where walked > 0 and newest.document @@ narrowed
        union all
        select product_id, document
        from private.product_documents
        where walked = 0 and document @@ narrowed
      ) as documents
      join public.products on products.id = documents.product_id
      where products.delisted_at is null
        and (category_param is null or products.category = category_param)
        and (merchant_param is null or products.merchant_name = merchant_param)
      limit 1001
    ),
    ranked as (
      -- Among equals, one size or colour of each product before the next of any.
      select id, rank, row_number() over (partition by variant_key order by rank desc, id desc) as variant_number
      from matches
    ),
    by_category as (
      select category as value, count(*)::integer as counted
      from matches
      group by 1
      order by 2 desc, 1
      limit 12
    ),
    by_merchant as (
      select merchant_name as value, count(*)::integer as counted
      from matches
      group by 1
      order by 2 desc, 1
      limit 12
    )
    select
      (select array_agg(ranked.id order by ranked.rank desc, ranked.variant_number, ranked.id desc) from ranked),
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

-- The same for the finds at the large retailer.
create function private.match_finds(wanted tsquery, category_param text) returns bigint[]
  language sql stable
  set search_path = ''
as $$
  select coalesce(array_agg(id order by rank desc, rating desc nulls last, id), '{}')
  from (
    select
      amazon_products.id,
      amazon_products.rating,
      ts_rank_cd('{0.02, 0.2, 0.4, 1}', documents.document, wanted) as rank
    from private.find_documents as documents
    join public.amazon_products on amazon_products.id = documents.find_id
    where documents.document @@ wanted
      and (category_param is null or amazon_products.category = category_param)
    limit 1001
  ) as matches
$$;

-- The same for articles: active posts, and published pages of articles.
create function private.match_articles(wanted tsquery) returns text[]
  language sql stable
  set search_path = ''
as $$
  select coalesce(array_agg(slug order by rank desc, written_at desc, slug), '{}')
  from (
    select
      documents.slug,
      coalesce(post.created_at, page.updated_at) as written_at,
      ts_rank_cd('{0.02, 0.2, 0.4, 1}', documents.document, wanted) as rank
    from private.article_documents as documents
    left join public.blog_posts as post on post.slug = documents.slug and post.is_active
    left join public.pages as page on page.url = '/blog/' || documents.slug and page.is_published
    where documents.document @@ wanted
      and (post.id is not null or page.id is not null)
    limit 1001
  ) as matches
$$;

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
    read_time text
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
      product.price, product.currency, product.image_url, product.availability,
      public.price_as_of(product) as price_as_of, product.created_at, null as read_time
    from page
    join public.products as product on product.id = page.number
    where page.kind = 'product'
    union all
    select
      page.turn, page.kind, find.id, find.product_title, null,
      find.product_url, find.category, 'Amazon', 'amazon',
      find.price, find.currency, find.image_url, 'unknown',
      find.price_observed_at, find.created_at, null
    from page
    join public.amazon_products as find on find.id = page.number
    where page.kind = 'find'
    union all
    select
      page.turn, page.kind, null, coalesce(post.title, published.name), concat_ws(' ', post.excerpt, document.body),
      '/blog/' || page.slug, coalesce(post.category, ''), null, null,
      null, null, post.image_url, null,
      null, coalesce(post.created_at, published.updated_at), post.read_time
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
    items.availability, items.price_as_of, items.created_at, items.read_time
  from (select) as whole_search
  left join items on true
  order by items.turn;
end
$$;
grant execute on function public.search_shop(text, text, text, text, integer, integer, boolean)
  to anon, authenticated, service_role;

-- The products alone, as rows of their table: for lists that stand in an article or a block of a page. Security definer
-- as above.
create or replace function public.search_products(
  query_text text,
  page_size integer default 24,
  page_start integer default 0
)
  returns setof public.products
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  read record;
  found record;
begin
  select * into read from private.read_query(query_text, false);
  select * into found from private.match_products(coalesce(read.every_word, ''::tsquery), null, null);
  if cardinality(found.ids) = 0 and read.any_word <> read.every_word then
    select * into found from private.match_products(read.any_word, null, null);
  end if;
  return query
  select products.*
  from unnest(found.ids) with ordinality as one (product_id, place)
  join public.products on products.id = one.product_id
  order by one.place
  limit least(greatest(page_size, 0), 100)
  offset greatest(page_start, 0);
end
$$;

-- Counting is part of searching now.
drop function public.count_search_products(text, integer);
drop function private.search_query(text);
