-- Full text search over the catalogue, forgiving of typing errors.

-- Search documents stand beside the products, not in them: a changed price rewrites the product in all of its indexes,
-- and must not rewrite the largest index for words that stayed the same.
create table private.product_documents (
  product_id bigint primary key,
  document tsvector not null
);
comment on table private.product_documents is 'What each product is found by: name, then brand and category, then merchant.';
-- A changed name is rare, so the index keeps a long list of pending entries and sorts them in once.
create index product_documents_document on private.product_documents using gin (document)
  with (gin_pending_list_limit = 65536);

-- Every distinct word of the catalogue, to find the one that was meant: correcting a word against some twenty thousand
-- words takes under a millisecond, comparing it with a million titles almost two seconds.
create table private.search_words (
  word text collate "C" primary key check (length(word) between 2 and 40)
);
comment on table private.search_words is 'The catalogue''s vocabulary.';
create index search_words_similar on private.search_words using gin (word extensions.gin_trgm_ops);

alter table private.product_documents enable row level security;
alter table private.search_words enable row level security;

-- The words of a text, as the vocabulary and the queries spell them.
create function private.words_of(source_text text) returns setof text
  language sql immutable parallel safe
  set search_path = ''
as $$
  select distinct word
  from regexp_split_to_table(lower(extensions.unaccent('extensions.unaccent', source_text)), '[^[:alnum:]]+') as word
  where length(word) between 2 and 40
$$;

-- A product's document has two parts, weighted so that a word in the name outranks the same word in a category. They are
-- two functions because a feed has a million names but only some thousand combinations of the rest: the importer makes
-- each of those once. No set clause on either: it would keep Postgres from inlining them; every name is qualified instead.
create function private.name_document(product_name text) returns tsvector
  language sql immutable parallel safe
as $$
  select pg_catalog.setweight(pg_catalog.to_tsvector('private.shop_english'::pg_catalog.regconfig, product_name), 'A')
$$;

create function private.context_document(brand text, category text, merchant_name text) returns tsvector
  language sql immutable parallel safe
as $$
  select pg_catalog.setweight(
    pg_catalog.to_tsvector(
      'private.shop_english'::pg_catalog.regconfig,
      pg_catalog.concat_ws(' ', brand, category, merchant_name)
    ),
    'B'
  )
$$;

-- Documents follow their products, whoever writes them. The importer alone computes its own, in bulk and in parallel.
create function private.index_product() returns trigger
  language plpgsql security definer -- editors write products, and no client writes documents
  set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.product_documents where product_id = old.id;
    return null;
  end if;
  insert into private.product_documents (product_id, document)
  values (
    new.id,
    private.name_document(new.product_name) || private.context_document(new.brand, new.category, new.merchant_name)
  )
  on conflict (product_id) do update set document = excluded.document
    where product_documents.document <> excluded.document;
  insert into private.search_words (word)
  select word
  from private.words_of(concat_ws(' ', new.product_name, new.brand, new.category, new.merchant_name)) as word
  on conflict do nothing;
  return null;
end
$$;
create trigger index_changed_product
  after insert or update of product_name, brand, category, merchant_name on public.products
  for each row
  when (coalesce(current_setting('shop.bulk_import', true), '') <> 'on')
  execute function private.index_product();
create trigger index_deleted_product
  after delete on public.products
  for each row execute function private.index_product();

-- The word that was meant: the typed one when the catalogue has it or a word that starts so, else the most similar.
create function private.meant_word(typed text) returns text
  language plpgsql stable
  set search_path = ''
as $$
declare
  similar_word text;
begin
  -- Letters and digits only, so the pattern has no wildcard but its own.
  if exists (select 1 from private.search_words where word like typed || '%') then
    return typed;
  end if;
  select word
  into similar_word
  from private.search_words
  where word operator(extensions.%) typed
  order by extensions.similarity(word, typed) desc, word
  limit 1;
  return coalesce(similar_word, typed);
end
$$;

-- What a visitor typed as a query: every word must match, and the last one may be unfinished.
create function private.search_query(query_text text) returns tsquery
  language plpgsql stable
  set search_path = ''
as $$
declare
  -- A visitor's query is short; cut before any expression sees it.
  typed text[] := regexp_split_to_array(
    trim(regexp_replace(lower(extensions.unaccent('extensions.unaccent', left(query_text, 200))), '[^[:alnum:]]+', ' ', 'g')),
    ' '
  );
  word_count integer := least(coalesce(array_length(typed, 1), 0), 12);
  parsed tsquery;
  result tsquery;
begin
  for position in 1 .. word_count loop
    continue when typed[position] = '';
    parsed := to_tsquery(
      'private.shop_english',
      quote_literal(private.meant_word(typed[position])) || case when position = word_count then ':*' else '' end
    );
    if numnode(parsed) > 0 then
      result := case when result is null then parsed else result && parsed end;
    end if;
  end loop;
  return result;
end
$$;

-- Listed products that match, best first. Security definer: under row-level security the text index could not be used,
-- because its operator is not leakproof; the condition of the visitors' policy is written out instead.
create function public.search_products(query_text text, page_size integer default 24, page_start integer default 0)
  returns setof public.products
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
declare
  wanted tsquery := private.search_query(query_text);
begin
  if wanted is null then
    return;
  end if;
  return query
    with matched as (
      -- Ranking every match of a common word took 630 ms, ranking the first thousand 24 ms.
      select product_id, ts_rank_cd(document, wanted) as rank
      from (
        select product_id, document
        from private.product_documents
        where document @@ wanted
        limit 1000
      ) as first_matches
    )
    select products.*
    from matched
    join public.products on products.id = matched.product_id
    where products.delisted_at is null
    order by matched.rank desc, products.id desc
    limit least(greatest(page_size, 0), 100)
    offset greatest(page_start, 0);
end
$$;
grant execute on function public.search_products(text, integer, integer) to anon, authenticated, service_role;

-- How many listed products match, counting no further than cap. Security definer as above.
create function public.count_search_products(query_text text, cap integer default 1000) returns integer
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
declare
  wanted tsquery := private.search_query(query_text);
  counted integer := 0;
begin
  if wanted is not null then
    select count(*)
    into counted
    from (
      select 1
      from private.product_documents
      join public.products on products.id = product_documents.product_id
      where document @@ wanted
        and products.delisted_at is null
      limit least(greatest(cap, 0), 1000) + 1
    ) as capped;
  end if;
  return counted;
end
$$;
grant execute on function public.count_search_products(text, integer) to anon, authenticated, service_role;
