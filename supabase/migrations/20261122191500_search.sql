-- Full text search: matching and ranking, related products, and suggestions while typing.

-- Suggestions while typing: words, categories, products, articles. Asked at every pause between two keys, so nothing here
-- may depend on how many products there are.

-- How many names have the word, in any of its forms.
create function private.word_frequency(counted_word text) returns bigint
  language sql stable
  set search_path = ''
as $$
  select coalesce(sum(frequency), 0)
  from private.search_words
  where lexeme = coalesce((ts_lexize('pg_catalog.english_stem', counted_word))[1], counted_word)
$$;

-- A query whose words must say what a thing is (A), or stand in its name (AB).
create function private.weighed(wanted tsquery, weights text) returns tsquery
  language sql immutable parallel safe
  set search_path = ''
as $$
  select regexp_replace(wanted::text, '(''(?:[^'']|'''')*'')(:[*A-D]+)?', '\1:' || weights, 'g')::tsquery
$$;

-- Which words are kinds is looked for among some thousand products: "gold" stands in very many names and is the kind of none,
-- and whether a word is there as a kind is read from the documents one by one.
create function private.has_any(wanted tsquery) returns boolean
  language plpgsql stable
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
begin
  return exists (
      select
      from (select document from private.product_documents order by product_id desc limit 1000) as newest
      where newest.document @@ wanted
    )
    or exists (select from private.amazon_documents where document @@ wanted)
    or exists (
      select
      from (
        select document
        from private.product_documents
        where document @@ private.weighed(wanted, 'ABCD')
        limit 2000
      ) as candidates
      where candidates.document @@ wanted
    );
end
$$;

-- The queries of a search, one after the other until something is found: every word, as it was read and as it may have been
-- meant (private.read_nearly); then the words that the catalogue has, then any of them, always with the wanted thing, as a kind or at least in a name. Where the catalogue has nothing of that name
-- ("winter coat"), only what another word names.
create function private.search_attempt(
  attempt integer, every_word tsquery, known_words tsquery, any_word tsquery, last_word tsquery
)
  returns tsquery
  language plpgsql stable
  set search_path = ''
as $$
declare
  fewer constant tsquery := case attempt when 3 then known_words else any_word end;
begin
  if attempt < 3 or fewer is null then
    return coalesce(case when attempt < 3 then every_word end, ''::tsquery);
  end if;
  if last_word is not null and private.has_any(private.weighed(last_word, 'A')) then
    return fewer && private.weighed(last_word, 'A');
  end if;
  if private.has_any(private.weighed(fewer, 'A')) then
    return private.weighed(fewer, 'A');
  end if;
  -- Beside a word that nothing has, one that only stands in a name says nothing: "dog food", "Whole Food Capsules".
  if last_word is not null and numnode(known_words) = numnode(any_word) and private.has_any(private.weighed(last_word, 'AB')) then
    return fewer && private.weighed(last_word, 'AB');
  end if;
  return ''::tsquery;
end
$$;

-- A query of which nothing has every word, with one of its words a slip away where something has all of them so: "yoga matt",
-- "vae sage". Null where nothing has.
create function private.read_nearly(
  clauses tsquery[], clause_words text[], clause_places integer[], meant text, out every_word tsquery, out nearly_meant text
)
  language plpgsql stable
  set search_path = ''
as $$
declare
  others tsquery;
  near_word text;
  near tsquery;
  words text[] := string_to_array(meant, ' ');
begin
  if cardinality(clauses) < 2 then
    return;
  end if;
  for index in reverse cardinality(clauses) .. 1 loop
    continue when clause_words[index] is null;
    others := null;
    for other in 1 .. cardinality(clauses) loop
      continue when other = index;
      others := case when others is null then clauses[other] else others && clauses[other] end;
    end loop;
    foreach near_word in array private.near_words(clause_words[index]) loop
      near := plainto_tsquery('private.shop_english', near_word);
      continue when numnode(near) = 0;
      if private.has_any(private.weighed(others && near, 'ABC')) then
        every_word := others && near;
        words[clause_places[index]] := near_word;
        nearly_meant := array_to_string(words, ' ');
        return;
      end if;
    end loop;
  end loop;
end
$$;

-- What says the typed words themselves, best of all side by side, comes before what says others that are as good: a yoga mat is
-- found by "exercise mat" too, and behind those called so. Then what is such a thing: who asks for green tea wants no toner of
-- it. Then what comes in the size that was named. Of what the first pages show.
create function private.as_typed_first(ids bigint[], meant text, last_word tsquery, wanted_size text) returns bigint[]
  language sql stable
  set search_path = ''
as $$
  with asked as materialized (
    select
      private.weighed(plainto_tsquery('private.shop_english', meant), 'ABC') as words,
      private.weighed(phraseto_tsquery('private.shop_english', meant), 'ABC') as phrase,
      private.weighed(plainto_tsquery('private.shop_english', meant), 'B') as name,
      private.weighed(last_word, 'A') as thing
  )
  select array_agg(ranked.id order by says.words desc, says.thing desc, says.size desc, says.name desc, says.phrase desc, ranked.place)
  from unnest(ids) with ordinality as ranked (id, place)
  cross join asked
  left join private.product_documents as documents on documents.product_id = ranked.id and ranked.place <= 100
  cross join lateral (
    select coalesce(document @@ asked.words and (last_word is null or document @@ asked.thing), false) as words,
      coalesce(document @@ asked.thing, false) as thing,
      coalesce(document @@ asked.name, false) as name,
      wanted_size is not null and exists (
        select
        from public.products as head
        join public.products as offer on offer.item_id = head.item_id
        where head.id = documents.product_id
          and offer.delisted_at is null
          and lower(offer.size) = wanted_size
      ) as size,
      coalesce(document @@ asked.phrase, false) as phrase
  ) as says
$$;

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

-- The first thousand items that match and one more, best first, each by the best of its offers at that merchant and price; with their commonest categories and merchants. Where
-- no item has the words in its names, those that have them in their descriptions.
create function private.match_narrowed(
  wanted tsquery,
  category_param text,
  merchant_param text,
  at_least numeric,
  below numeric,
  sort_param text, -- 'price-asc', 'price-desc', 'newest', or by how well it matches
  last_word tsquery, -- what names must say where descriptions say the rest
  kinds_only boolean, -- only what is of a kind that the words name
  brand_param text default null,
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
  -- A document has the words of its item's brand, category and merchants, so the text index narrows by them too.
  narrowed tsquery := wanted
    && plainto_tsquery('private.shop_english', coalesce(brand_param, ''))
    && plainto_tsquery('private.shop_english', coalesce(category_param, ''))
    && plainto_tsquery('private.shop_english', coalesce(merchant_param, ''));
  sampled integer;
  described boolean := false; -- whether descriptions are searched too
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
        shown.price,
        shown.created_at,
        head.item_id,
        head.shops,
        head.category,
        head.merchant_name,
        shown.availability = 'out_of_stock' as sold_out,
        -- Nearness of words (cd) is worth its price for a few of them: with twenty, 60 ms instead of 3.
        case
          when numnode(wanted) <= 7 then ts_rank_cd('{0.02, 0.1, 0.4, 1}', documents.document, wanted)
          else ts_rank('{0.02, 0.1, 0.4, 1}', documents.document, wanted)
        end as rank
      from (
        select product_id, document
        from (select product_id, document from private.product_documents order by product_id desc limit walked) as newest
        where walked > 0 and newest.document @@ narrowed
        union all
        select product_id, document
        from private.product_documents
        where walked = 0 and not described and document @@ narrowed
        union all
        select product_id, document
        from private.product_texts
        where described and document @@ narrowed and (last_word is null or ts_filter(document, '{a,b,c}') @@ last_word)
      ) as documents
      join public.products as head on head.id = documents.product_id
      join public.products as shown
        on shown.id = case
          when (merchant_param is null or head.merchant_name = merchant_param)
            and (at_least is null or head.price >= at_least)
            and (below is null or head.price < below)
            then head.id
          -- What leads an item is mostly its cheapest: then, above the range, it has no offer in it that can be bought. A
          -- look at the offers of each match would take ten times as long.
          when case when merchant_param is null or head.merchant_name = merchant_param
            then (head.price < at_least or not head.is_lowest) and greatest(head.shops, head.colours, head.sizes) > 1
            else head.shops > 1
          end then (
            select offer.id
            from public.products as offer
            where offer.item_id = head.item_id
              and offer.delisted_at is null
              and (merchant_param is null or offer.merchant_name = merchant_param)
              and (at_least is null or offer.price >= at_least)
              and (below is null or offer.price < below)
            order by private.offer_class(offer.availability, offer.price, offer.currency),
              private.offer_total(offer.price, offer.delivery_cost), offer.id
            limit 1
          )
        end
      where head.delisted_at is null
        and (not kinds_only or ts_filter(documents.document, '{a}') @@ wanted)
        and (category_param is null or head.category = category_param)
        and (brand_param is null or head.brand = brand_param)
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
      (
        select array_agg(
          matches.id
          order by
            matches.sold_out,
            case when sort_param = 'price-asc' then matches.price end,
            case when sort_param = 'price-desc' then matches.price end desc nulls last,
            case when sort_param = 'newest' then matches.created_at end desc,
            matches.rank desc,
            matches.id desc
        )
        from matches
      ),
      (select array_agg(value order by counted desc, value) from by_category),
      (select array_agg(counted order by counted desc, value) from by_category),
      (select array_agg(value order by counted desc, value) from by_merchant),
      (select array_agg(counted order by counted desc, value) from by_merchant)
    into ids, categories, category_counts, merchants, merchant_counts;
    ids := coalesce(ids, '{}');
    exit when described or cardinality(ids) > 1000 or (walked = 0 and cardinality(ids) > 0);
    described := walked = 0;
    walked := 0; -- the newest were not like the rest
  end loop;
end
$$;

-- The first thousand items that match and one more, best first, each by the offer that leads it; with their commonest
-- categories and merchants. Narrowed or sorted, match_narrowed says the same.
--
-- Reading a thousand products took 4 ms and ranking them by the nearness of words 3, so only what the first pages show is
-- read and ranked so: the best by a simpler rank. Of more than a thousand no count is shown, and the categories and merchants
-- of the best stand for them all.
create function private.match_products(
  wanted tsquery,
  category_param text,
  merchant_param text,
  at_least numeric,
  below numeric,
  sort_param text,
  last_word tsquery, -- what names must say where descriptions say the rest
  brand_param text default null,
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
  -- More than the ten pages of eight that the site shows.
  best constant integer := 100;
  weights constant real[] := '{0.02, 0.1, 0.4, 1}';
  found_ids bigint[];
  ranks real[];
  sampled integer;
  walked integer := 0; -- how many of the newest documents are looked through; none: the text index is asked
  described boolean := false; -- whether descriptions are searched too
  many boolean;
begin
  if num_nonnulls(category_param, merchant_param, at_least, below, sort_param, brand_param) > 0 then
    select * into ids, categories, category_counts, merchants, merchant_counts
    from private.match_narrowed(
      wanted, category_param, merchant_param, at_least, below, sort_param, last_word, false, brand_param
    );
    return;
  end if;
  -- The text index gathers every match before it gives the first, so what is very common is sooner found among the newest:
  -- reading one of those costs twice what gathering a match does, gathering for several words four times as much.
  select count(*)
  into sampled
  from (select document from private.product_documents order by product_id desc limit 1000) as newest
  where newest.document @@ wanted;
  if sampled::float8 ^ 2
    * (select reltuples from pg_catalog.pg_class where oid = 'private.product_documents'::regclass)
    * (case when wanted::text ~ '&|<' then 4 else 1 end) > 2.5e9
  then
    walked := 1500 * 1001 / sampled;
  end if;
  loop
    if walked > 0 then
      select array_agg(product_id order by rank desc, product_id desc), array_agg(rank order by rank desc, product_id desc)
      into found_ids, ranks
      from (
        select product_id, ts_rank(weights, document, wanted) as rank
        from (select product_id, document from private.product_documents order by product_id desc limit walked) as newest
        where document @@ wanted
        limit 1001
      ) as found;
    elsif not described then
      select array_agg(product_id order by rank desc, product_id desc), array_agg(rank order by rank desc, product_id desc)
      into found_ids, ranks
      from (
        select product_id, ts_rank(weights, document, wanted) as rank
        from private.product_documents
        where document @@ wanted
        limit 1001
      ) as found;
    else
      select array_agg(product_id order by rank desc, product_id desc), array_agg(rank order by rank desc, product_id desc)
      into found_ids, ranks
      from (
        select product_id, ts_rank(weights, document, wanted) as rank
        from private.product_texts
        where document @@ wanted
          and (last_word is null or ts_filter(document, '{a,b,c}') @@ last_word)
        limit 1001
      ) as found;
    end if;
    many := coalesce(cardinality(found_ids), 0) > 1000;
    exit when described or many or (walked = 0 and found_ids is not null);
    described := walked = 0;
    walked := 0; -- the newest were not like the rest
  end loop;

  with matches as materialized (
    select
      products.id,
      products.item_id,
      products.shops,
      products.category,
      products.merchant_name,
      products.availability = 'out_of_stock' as sold_out,
      found.place <= best as is_best,
      case
        -- Nearness of words (cd) is worth its price for a few of them: with twenty, 60 ms instead of 3.
        when found.place > best or numnode(wanted) > 7 then found.rank
        when described then (select ts_rank_cd(weights, document, wanted) from private.product_texts where product_id = found.id)
        else (select ts_rank_cd(weights, document, wanted) from private.product_documents where product_id = found.id)
      end as rank
    from unnest(found_ids, ranks) with ordinality as found (id, rank, place)
    join public.products on products.id = found.id
    where products.delisted_at is null
      and (not many or found.place <= best)
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
    (select array_agg(matches.id order by matches.sold_out, matches.is_best desc, matches.rank desc, matches.id desc) from matches),
    (select array_agg(value order by counted desc, value) from by_category),
    (select array_agg(counted order by counted desc, value) from by_category),
    (select array_agg(value order by counted desc, value) from by_merchant),
    (select array_agg(counted order by counted desc, value) from by_merchant)
  into ids, categories, category_counts, merchants, merchant_counts;
  ids := coalesce(ids, '{}') || case when many then found_ids[best + 1:] else '{}' end;
end
$$;

-- Products at Amazon that match, best first.
create function private.match_amazon_products(wanted tsquery, category_param text) returns bigint[]
  language sql stable
  set search_path = ''
as $$
  select coalesce(array_agg(id order by rank desc, rating desc nulls last, id), '{}')
  from (
    select
      amazon_products.id,
      amazon_products.rating,
      ts_rank_cd('{0.02, 0.2, 0.4, 1}', documents.document, wanted) as rank
    from private.amazon_documents as documents
    join public.amazon_products on amazon_products.id = documents.amazon_product_id
    where documents.document @@ wanted
      and (category_param is null or amazon_products.category = category_param)
    limit 1001
  ) as matches
$$;

-- Articles that match, and how many of them, the first ones, say so in title, category or excerpt: an article that only
-- mentions a thing comes after the things.
create function private.match_articles(wanted tsquery, out slugs text[], out strong integer)
  language sql stable
  set search_path = ''
as $$
  select
    coalesce(array_agg(slug order by is_strong desc, rank desc, written_at desc, slug), '{}'),
    count(*) filter (where is_strong)::integer
  from (
    select
      documents.slug,
      coalesce(post.created_at, page.updated_at) as written_at,
      ts_filter(documents.document, '{a,b,c}') @@ wanted as is_strong,
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
-- 'some'). Kinds are interleaved: products lead, and as long as there are any, every fifth place is one at Amazon and
-- one an article.
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
  as_typed boolean default false,
  -- Prices; what the query says in words ("under $25") counts where these are null.
  price_from numeric default null,
  price_below numeric default null,
  sort_param text default null, -- 'price-asc', 'price-desc', 'newest'; by how well it matches otherwise
  brand_param text default null,
  -- Met by one offer of the item, as in lists (narrow_products). Of more than a thousand items nothing is found by them.
  colour_param text default null,
  size_param text default null,
  only_in_stock boolean default false,
  only_fallen boolean default false
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
    -- The prices that the query named.
    named_from numeric,
    named_below numeric,
    -- What the item comes in; one of each for what is no product.
    shops smallint,
    colours smallint,
    sizes smallint,
    -- Whether no offer of the item that can be bought costs less.
    is_lowest boolean,
    -- What it costs at the shop that its page leads to, where that is another one.
    best_price numeric
  )
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  read record;
  nearly record; -- the same with a word a slip away
  wanted tsquery; -- what is looked for, and marked: every word, those that the shop knows, any of them
  asked tsquery; -- the same, of the kind that is wanted
  found record;
  found_finds bigint[] := '{}';
  found_articles text[] := '{}';
  strong_articles integer := 0;
  found_in text := 'all';
  articles_from numeric := 2.5; -- the place of the first article
  wanted_words tsquery; -- any of the words, for the colour that is shown
  detailed constant boolean := num_nonnulls(colour_param, size_param) > 0
    or coalesce(only_in_stock, false) or coalesce(only_fallen, false);
  -- What is at Amazon and articles have none of these, and neither is narrowed by what it does not have.
  products_alone boolean;
begin
  perform private.check_price(price_from), private.check_price(price_below),
    private.check_name(category_param), private.check_name(merchant_param), private.check_name(brand_param),
    private.check_name(colour_param), private.check_name(size_param);
  select * into read from private.read_query(query_text, as_typed);
  price_from := coalesce(price_from, read.at_least);
  price_below := coalesce(price_below, read.below);
  products_alone := detailed or num_nonnulls(price_from, price_below, brand_param, merchant_param) > 0;
  for attempt in 1 .. 4 loop
    if attempt = 2 then
      select * into nearly from private.read_nearly(read.clauses, read.clause_words, read.clause_places, read.meant);
      continue when nearly.every_word is null;
      read.every_word := nearly.every_word;
      read.meant := nearly.nearly_meant;
      read.corrected := true;
    end if;
    continue when attempt > 2 and wanted = case attempt when 3 then read.known_words else read.any_word end;
    wanted := coalesce(
      case attempt when 3 then read.known_words when 4 then read.any_word else read.every_word end, ''::tsquery
    );
    asked := private.search_attempt(attempt, read.every_word, read.known_words, read.any_word, read.last_word);
    select * into found from private.match_products(
      asked, category_param, merchant_param, price_from, price_below, sort_param, read.last_word, brand_param
    );
    found_finds := case when products_alone then '{}' else private.match_amazon_products(asked, category_param) end;
    if cardinality(found_articles) = 0 and category_param is null and not products_alone then
      -- Of those that have some of the words, only what says so in front: a long text mentions most words.
      select case when attempt < 3 then matched.slugs else matched.slugs[:matched.strong] end, matched.strong
      into found_articles, strong_articles
      from private.match_articles(wanted) as matched;
      -- An article that has every word comes before things that have some.
      articles_from := case when attempt < 3 then 0 else 2.5 end;
    end if;
    found_in := case when attempt < 3 then 'all' else 'some' end;
    exit when cardinality(found.ids) + cardinality(found_finds) > 0;
  end loop;
  if found_in = 'all' then
    articles_from := 2.5;
  end if;
  -- Where other words are as good as a typed one.
  if sort_param is null and cardinality(found.ids) > 1
    and (array_position(read.clause_words, null) > 0 or read.wanted_size is not null)
  then
    found.ids := private.as_typed_first(found.ids, read.meant, read.last_word, read.wanted_size);
  end if;
  if detailed then
    found.ids := private.narrow_found(
      found.ids, sort_param, merchant_param, price_from, price_below, colour_param, size_param, only_in_stock, only_fallen
    );
  end if;

  wanted_words := coalesce(read.any_word, ''::tsquery);
  return query
  with dealt as (
    select 'product' as kind, product_id as number, null as slug, place::numeric as turn
    from unnest(found.ids) with ordinality as one (product_id, place)
    where coalesce(kind_param, 'product') = 'product'
    union all
    select 'find', amazon_product_id, null, place * 4 - 0.5
    from unnest(found_finds) with ordinality as one (amazon_product_id, place)
    where coalesce(kind_param, 'find') = 'find'
    union all
    select 'article', null, article_slug,
      case when place <= strong_articles then articles_from + (place - 1) * 4 else 10000 + place end
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
      product.price, product.currency, public.picture(whole) as image_url, product.availability,
      public.price_as_of(whole) as price_as_of, product.created_at, null as read_time,
      product.shops, product.colours, product.sizes, product.is_lowest, public.best_price(whole) as best_price
    from page
    cross join lateral (
      -- Of the item's offers the one in the colour and size that were asked for, unless prices decide the order: "rose gold" is
      -- no gold, and gold no rose gold.
      select offer.*
      from public.products as head
      join public.products as offer on offer.item_id = head.item_id
      where head.id = page.number
        and offer.delisted_at is null
        and (offer.id = head.id or not detailed and greatest(head.colours, head.sizes) > 1)
        and (merchant_param is null or offer.merchant_name = merchant_param)
        and (price_from is null or offer.price >= price_from)
        and (price_below is null or offer.price < price_below)
      order by
        case when coalesce(sort_param, '') not like 'price-%' then
          coalesce(ts_rank(to_tsvector('private.shop_english', offer.colour), wanted_words), 0)
            + case when to_tsvector('private.shop_english', offer.size) @@ wanted_words or lower(offer.size) = read.wanted_size
              then 0.02 else 0 end
        end desc,
        case when to_tsvector('private.shop_english', offer.colour) @@ wanted_words then length(offer.colour) end,
        offer.id = head.id desc,
        private.offer_class(offer.availability, offer.price, offer.currency),
        private.offer_total(offer.price, offer.delivery_cost),
        offer.id
      limit 1
    ) as product
    join public.products as whole on whole.id = product.id
    where page.kind = 'product'
    union all
    select
      page.turn, page.kind, find.id, find.product_title, null,
      find.product_url, find.category, 'Amazon', 'amazon',
      find.price, find.currency, find.image_url, 'unknown',
      find.price_observed_at, find.created_at, null, 1, 1, 1, false, null
    from page
    join public.amazon_products as find on find.id = page.number
    where page.kind = 'find'
    union all
    select
      page.turn, page.kind, null, coalesce(post.title, published.name), concat_ws(' ', post.excerpt, document.body),
      '/blog/' || page.slug, coalesce(post.category, ''), null, null,
      null, null, post.image_url, null,
      null, coalesce(post.created_at, published.updated_at), post.read_time, 1, 1, 1, false, null
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
    read.at_least, read.below,
    items.shops::smallint, items.colours::smallint, items.sizes::smallint, items.is_lowest,
    items.best_price
  from (select) as whole_search
  left join items on true
  order by items.turn;
end
$$;
comment on function public.search_shop(
  text, text, text, text, integer, integer, boolean, numeric, numeric, text, text, text, text, boolean, boolean
) is
  'Items, products at Amazon and articles that match a query, best first.';
grant execute on function public.search_shop(
  text, text, text, text, integer, integer, boolean, numeric, numeric, text, text, text, text, boolean, boolean
)
  to anon, authenticated, service_role;

-- The products alone, as rows of their table: for lists that stand in an article or a block of a page. Security definer as
-- search_shop.
create function public.search_products(
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
  nearly record;
  found record;
begin
  select * into read from private.read_query(query_text, false);
  for attempt in 1 .. 4 loop
    if attempt = 2 then
      select * into nearly from private.read_nearly(read.clauses, read.clause_words, read.clause_places, read.meant);
      continue when nearly.every_word is null;
      read.every_word := nearly.every_word;
    end if;
    select *
    into found
    from private.match_products(
      private.search_attempt(attempt, read.every_word, read.known_words, read.any_word, read.last_word),
      null, null, read.at_least, read.below, null, read.last_word
    );
    exit when cardinality(found.ids) > 0;
  end loop;
  return query
  select products.*
  from unnest(found.ids) with ordinality as one (product_id, place)
  join public.products on products.id = one.product_id
  order by one.place
  limit least(greatest(page_size, 0), 100)
  offset greatest(page_start, 0);
end
$$;
comment on function public.search_products(text, integer, integer) is 'Products that match a query, best first.';
grant execute on function public.search_products(text, integer, integer) to anon, authenticated, service_role;

-- Items like a product: of its kind first, so that a ring leads to rings; then of its category and near its price, or of its
-- brand, ranked by likeness of name, brand and price, and nothing sold out before what can be bought. Candidates come from the
-- ends of indexes, so the size of the catalogue does not matter. Security definer as search_shop.
create function public.related_products(of_product bigint, page_size integer default 8)
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
comment on function public.related_products(bigint, integer) is 'Items like a product.';
grant execute on function public.related_products(bigint, integer) to anon, authenticated, service_role;

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

-- At most five words, two categories, four products and two articles for what has been typed so far. Security definer as
-- search_shop: the conditions of the visitors' policies are written out.
create function private.suggest_all(typed text)
  returns table (kind text, label text, link text, id bigint)
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  words text[] := private.typed_words(left(typed, 100));
  word_count integer := coalesce(array_length(words, 1), 0);
  unfinished text := words[word_count];
  finished text := array_to_string(words[1:word_count - 1], ' ');
  completions text[];
  wanted tsquery;
  many boolean;
  found_names text[];
  found_ids bigint[];
begin
  -- The same for everybody, and a minute old is young enough.
  perform set_config('response.headers', '[{"Cache-Control": "public, max-age=60"}]', true);
  if word_count = 0 then
    return;
  end if;

  -- The commonest words that begin so. Byte order makes them a range of the index.
  select array_agg(word order by frequency desc, length(word), word)
  into completions
  from (
    select word, frequency
    from private.search_words
    where word between unfinished and unfinished || chr(1114111)
    order by frequency desc, length(word), word
    limit 20
  ) as commonest;
  if completions is null then
    completions := array_remove(array[private.meant_word(unfinished)], null);
  end if;

  if cardinality(completions) > 0 then
    -- In what it is or is called (weights A and B): a product that only has the word in its merchant's name would look out of place.
    select to_tsquery('private.shop_english', string_agg(quote_literal(word) || ':AB', ' | '))
    into wanted
    from unnest(completions) as word;
  else
    wanted := to_tsquery('private.shop_english', quote_literal(unfinished) || ':*AB');
  end if;
  wanted := plainto_tsquery('private.shop_english', finished) && wanted;
  select coalesce(min(frequency), (select sum(private.word_frequency(word)) from unnest(completions) as word)) > 10000
  into many
  from (
    select private.word_frequency(word) as frequency
    from unnest(words[1:word_count - 1]) as word
  ) as finished_words;

  if numnode(wanted) > 0 then
    select array_agg(product_name order by place), array_agg(product_id order by place)
    into found_names, found_ids
    from (
      select
        product.product_name,
        product.id as product_id,
        row_number() over (
          order by starts_with(lower(product.product_name), lower(trim(typed))) desc, product.id desc
        ) as place
      from (
        select distinct on (match.variant_key) match.id, match.product_name
        from private.suggest_products(wanted, many) as match
        order by match.variant_key, match.id
      ) as product
    ) as ordered;
  end if;

  -- After a finished word only words that some product has beside it.
  if word_count > 1 then
    select array_agg(word)
    into completions
    from (
      select word
      from unnest(found_names) as found (name), private.words_of(found.name) as word
      where starts_with(word, unfinished)
        and word <> all (words[1:word_count - 1])
      group by word
      order by count(*) desc, word
      limit 3
    ) as beside;
  end if;

  -- One form of each word, and none of the one that stands there already.
  return query
  select 'word', concat_ws(' ', nullif(finished, ''), form.word), null::text, null::bigint
  from (
    select distinct on (completion.lexeme) completion.word, completion.place
    from (
      select word, place, coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word) as lexeme
      from unnest(completions) with ordinality as one (word, place)
    ) as completion
    where completion.lexeme <> coalesce((ts_lexize('pg_catalog.english_stem', unfinished))[1], unfinished)
    order by completion.lexeme, completion.place
  ) as form
  order by form.place
  limit 5;
  -- From one category to the next through the counts' index: there are a dozen, and no reason to pass every count.
  return query
  with recursive listed as (
    select min(counts.category) as category
    from private.listing_counts as counts
    where counts.products > 0
    union all
    select (
      select min(counts.category)
      from private.listing_counts as counts
      where counts.products > 0
        and counts.category > listed.category
    )
    from listed
    where listed.category is not null
  )
  select 'category', listed.category, null::text, null::bigint
  from listed
  where ' ' || lower(extensions.unaccent('extensions.unaccent', listed.category))
    like '% ' || array_to_string(words, ' ') || '%'
  limit 2;
  return query
  select 'product', found.name, null::text, found.product_id
  from unnest(found_names, found_ids) as found (name, product_id)
  limit 4;
  return query
  select 'article', coalesce(post.title, page.name), '/blog/' || documents.slug, null::bigint
  from private.article_documents as documents
  left join public.blog_posts as post on post.slug = documents.slug and post.is_active
  left join public.pages as page on page.url = '/blog/' || documents.slug and page.is_published
  where documents.document @@ (
      plainto_tsquery('private.shop_english', finished)
        && to_tsquery('private.shop_english', quote_literal(unfinished) || ':*')
    )
    and (post.id is not null or page.id is not null)
  order by ts_rank_cd('{0, 0.2, 0.4, 1}', documents.document, to_tsquery('private.shop_english', quote_literal(unfinished) || ':*')) desc,
    documents.slug
  limit 2;
end
$$;

-- Whether a word of the vocabulary may be suggested: some listed product, product at Amazon or article has it. A word that very
-- many names brought is no product's name, and looking through all of them would take long.
create function private.may_be_suggested(told_word text) returns boolean
  language plpgsql stable
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
declare
  wanted constant tsquery := plainto_tsquery('private.shop_english', told_word);
begin
  if private.word_frequency(told_word) > 1000 then
    return true;
  end if;
  return exists (
      select
      from private.product_documents as documents
      join public.products on products.id = documents.product_id
      where documents.document @@ wanted
        and products.delisted_at is null
    )
    or exists (select from private.amazon_documents as documents where documents.document @@ wanted)
    or exists (select from private.article_documents as documents where documents.document @@ wanted);
end
$$;

-- At most five words, two categories, four products and two articles for the typed beginning. The vocabulary keeps the words
-- of deleted products, so completions are looked up once more. Security definer as search_shop.
create function public.suggest(typed text)
  returns table (kind text, label text, link text, id bigint)
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  return query
  select one.kind, one.label, one.link, one.id
  from private.suggest_all(typed) with ordinality as one (kind, label, link, id, place)
  where one.kind <> 'word'
    or private.may_be_suggested(substring(one.label from '[^ ]*$'))
  order by one.place;
end
$$;
comment on function public.suggest(text) is 'Suggestions for the typed beginning of a query.';
grant execute on function public.suggest(text) to anon, authenticated, service_role;
