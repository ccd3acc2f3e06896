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

-- A few listed products that match. What many products match is found among the newest at once, where the text index
-- would first gather every one of them.
create function private.suggest_products(wanted tsquery, many boolean)
  returns table (id bigint, product_name text, variant_key text)
  language plpgsql stable
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
begin
  if many then
    return query
    select products.id, products.product_name, coalesce(products.feed_id || ' ' || products.variant_group, products.id::text)
    from (select * from private.product_documents order by product_id desc limit 3000) as newest
    join public.products on products.id = newest.product_id
    where newest.document @@ wanted
      and products.delisted_at is null
    limit 40;
  else
    return query
    select products.id, products.product_name, coalesce(products.feed_id || ' ' || products.variant_group, products.id::text)
    from private.product_documents as documents
    join public.products on products.id = documents.product_id
    where documents.document @@ wanted
      and products.delisted_at is null
    limit 40;
  end if;
end
$$;

-- At most five words, two categories, four products and two articles for what has been typed so far. Security definer as
-- search_shop: the conditions of the visitors' policies are written out.
create function public.suggest(typed text)
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
    -- In the name (weight A): a product that only has the word in its shop's name would look out of place.
    select to_tsquery('private.shop_english', string_agg(quote_literal(word) || ':A', ' | '))
    into wanted
    from unnest(completions) as word;
  else
    wanted := to_tsquery('private.shop_english', quote_literal(unfinished) || ':*A');
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
grant execute on function public.suggest(text) to anon, authenticated, service_role;
