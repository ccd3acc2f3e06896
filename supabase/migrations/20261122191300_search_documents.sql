-- Full text search: the documents by which items, products at Amazon and articles are found, and the vocabulary.

-- Search documents stand beside the products, not in them: a changed price rewrites the product in all of its indexes,
-- and must not rewrite the largest index for words that stayed the same.
create table private.product_documents (
  product_id bigint primary key,
  document tsvector not null
);
comment on table private.product_documents is 'What each item is found by, at the product that leads it: kind, name, then brand, category, merchants and colours.';

-- A changed name is rare, so the index keeps a long list of pending entries and sorts them in once.
create index product_documents_document on private.product_documents using gin (document)
  with (gin_pending_list_limit = 65536);

-- Every distinct word of the catalogue, to find the one that was meant: correcting a word against some twenty thousand
-- words takes under a millisecond, comparing it with a million titles almost two seconds.
create table private.search_words (
  word text collate "C" primary key check (length(word) between 2 and 40),
  -- How many names brought the word, roughly: it settles which of several similar words was meant, and which completions
  -- are offered first.
  frequency integer not null default 1,
  -- Its stem: "lipsticks" is known when the catalogue only says "lipstick".
  lexeme text collate "C" not null generated always as (
    coalesce((pg_catalog.ts_lexize('pg_catalog.english_stem'::pg_catalog.regdictionary, word))[1], word)
  ) stored
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

-- Text without its markup, in one line. Only for finding and for excerpts: what is shown is escaped wherever it is shown.
create function private.plain_text(source_text text, longest integer) returns text
  language sql immutable parallel safe
  set search_path = ''
as $$
  -- Cut first: no expression sees more than is wanted.
  select trim(regexp_replace(
    replace(replace(replace(replace(replace(replace(
      regexp_replace(
        regexp_replace(left(source_text, longest), '<(script|style)\M.*?</\1\s*>', ' ', 'gi'),
        '<[^>]*(>|$)', ' ', 'g'
      ),
      '&nbsp;', ' '), '&quot;', '"'), '&#39;', ''''), '&lt;', '<'), '&gt;', '>'), '&amp;', '&'),
    '[[:space:][:cntrl:]]+', ' ', 'g'
  ))
$$;

-- Adds words to the vocabulary. Writers that run side by side must not wait for each other's counts, so only the importer,
-- of which one runs at a time, counts; everybody else makes sure that a word is there.
create function private.learn_words(source_text text) returns void
  language sql
  set search_path = ''
as $$
  insert into private.search_words (word)
  select word
  from private.words_of(source_text) as word
  order by word
  on conflict do nothing
$$;
create index search_words_lexeme on private.search_words (lexeme);

-- What shoppers mean: the kind of thing before words in another kind's name, synonyms and spellings as rows, words of
-- descriptions, and prices in words.

-- The words that say what a thing is: the last word of its name before any "with", dash or bracket, and the last part of the
-- merchant's own category, unless it has several kinds: of "Cleansers & Sun" nobody knows which one a thing is. So "foundation"
-- is a foundation first, and a foundation brush after it.
create function private.kind_words(product_name text, merchant_category text) returns text
  language plpgsql immutable parallel safe
  set search_path = ''
as $$
declare
  words constant text[] := string_to_array(btrim(regexp_replace(
    regexp_replace(left(product_name, 300), '( [-–—|] | with | for | in |,|\().*$', ''), '[^[:alpha:]]+', ' ', 'g'
  )), ' ');
  position integer := array_length(words, 1);
begin
  -- What is no noun of its own: "SPF 50", "30 ml", and "brush set".
  if position > 1 and lower(words[position]) in ('spf', 'ml', 'oz', 'g', 'kg', 'cm') then
    position := position - 1;
  end if;
  return concat_ws(
    ' ',
    case when lower(words[position]) in ('set', 'kit', 'pair', 'duo', 'trio', 'pack', 'box', 'bundle', 'bar')
      then words[position - 1] end,
    words[position],
    btrim((regexp_match(left(merchant_category, 300), '(?:^|[>/|])([^>/|&,]*)$'))[1])
  );
end
$$;

-- The words of a name. A document is made of parts, weighted so that a word of the kind (A) outranks one of the name (B), and
-- that one a word of the category (C). They are functions of their own because a feed has a million names but only some
-- thousand combinations of the rest: the importer makes each of those once. No set clause on any: it would keep Postgres from
-- inlining them; every name is qualified instead.
create function private.name_document(product_name text) returns tsvector
  language sql immutable parallel safe
as $$
  select pg_catalog.setweight(pg_catalog.to_tsvector('private.shop_english'::pg_catalog.regconfig, product_name), 'B')
$$;

-- The words of brand, category and merchant.
create function private.context_document(brand text, category text, merchant_name text) returns tsvector
  language sql immutable parallel safe
as $$
  select pg_catalog.setweight(
    pg_catalog.to_tsvector(
      'private.shop_english'::pg_catalog.regconfig,
      pg_catalog.concat_ws(' ', brand, category, merchant_name)
    ),
    'C'
  )
$$;

-- What a thing is, as a part of its document.
create function private.kind_document(kind text) returns tsvector
  language sql immutable parallel safe
as $$
  select pg_catalog.setweight(pg_catalog.to_tsvector('private.shop_english'::pg_catalog.regconfig, kind), 'A')
$$;

-- The colours that an item comes in, as a part of its document.
create function private.variants_document(colours text) returns tsvector
  language sql immutable parallel safe
as $$
  select pg_catalog.setweight(pg_catalog.to_tsvector('private.shop_english'::pg_catalog.regconfig, colours), 'C')
$$;

-- A description and the merchant's category, as a part of such a text. The first thousand characters: what follows is delivery
-- and care.
create function private.description_document(description text, merchant_category text) returns tsvector
  language sql immutable parallel safe
as $$
  select pg_catalog.setweight(
    pg_catalog.to_tsvector('private.shop_english'::pg_catalog.regconfig, pg_catalog.left(coalesce(merchant_category, ''), 300)), 'C'
  ) || pg_catalog.setweight(
    pg_catalog.to_tsvector('private.shop_english'::pg_catalog.regconfig, pg_catalog.left(coalesce(description, ''), 1000)), 'D'
  )
$$;

-- The words of an item: what leads it, every merchant that lists it, and the colours and sizes it comes in.
create function private.item_document(lead public.products, merchants text, variants text) returns tsvector
  language sql immutable parallel safe
  set search_path = ''
as $$
  select private.kind_document(private.kind_words(lead.product_name, lead.merchant_category))
    || private.name_document(lead.product_name)
    || private.context_document(lead.brand, lead.category, merchants)
    || private.variants_document(variants)
$$;

-- The same with the words of the description, for what no name says: "hyaluronic", "recyclable". A table of its own, asked
-- only where names have nothing: descriptions say so much that ranking them with names would cost every search.
create table private.product_texts (
  product_id bigint primary key,
  document tsvector not null
);
comment on table private.product_texts is 'What each item is found by where no name says it: its document and its description.';
create index product_texts_document on private.product_texts using gin (document)
  with (gin_pending_list_limit = 65536);
alter table private.product_texts enable row level security;

-- Writes the documents of these items: only the product that leads an item has one.
create function private.index_items(items bigint[]) returns void
  language plpgsql
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
begin
  with followers as (
    select products.id
    from public.products
    where products.item_id = any (items)
      and (not products.leads or products.delisted_at is not null)
  ),
  forgotten as (
    delete from private.product_texts as texts using followers where texts.product_id = followers.id
  )
  delete from private.product_documents as documents using followers where documents.product_id = followers.id;
  with heads as (
    select
      lead as lead,
      string_agg(distinct offers.merchant_name, ' ') as merchants,
      coalesce(string_agg(distinct concat_ws(' ', offers.colour, offers.size), ' '), '') as variants
    from (select distinct unnest(items)) as item (id)
    join public.products as lead on lead.item_id = item.id
    join public.products as offers on offers.item_id = item.id
    where lead.delisted_at is null
      and lead.leads
      and offers.delisted_at is null
    group by lead.id
  ),
  documents as materialized (
    select
      (lead).id as product_id,
      private.item_document(lead, merchants, variants) as document,
      (lead).description,
      (lead).merchant_category
    from heads
  ),
  texts as (
    insert into private.product_texts (product_id, document)
    select product_id, document || private.description_document(description, merchant_category) from documents
    on conflict (product_id) do update set document = excluded.document
      where product_texts.document <> excluded.document
  )
  insert into private.product_documents (product_id, document)
  select product_id, document from documents
  on conflict (product_id) do update set document = excluded.document
    where product_documents.document <> excluded.document;
end
$$;

-- Trigger: the words of products that are written by hand, and the documents of deleted ones. The importer computes its own
-- in bulk.
create function private.index_product() returns trigger
  language plpgsql security definer -- editors write products, and no client writes documents
  set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.product_documents where product_id = old.id;
    delete from private.product_texts where product_id = old.id;
    return null;
  end if;
  perform private.learn_words(concat_ws(
    ' ', new.product_name, new.brand, new.category, new.merchant_name, new.colour,
    private.kind_words(new.product_name, new.merchant_category)
  ));
  return null;
end
$$;

create trigger learn_words_of_changed_product
  after insert or update of product_name, brand, category, merchant_name, colour on public.products
  for each row
  when (coalesce(current_setting('shop.bulk_import', true), '') <> 'on')
  execute function private.index_product();

create trigger index_deleted_product
  after delete on public.products
  for each row execute function private.index_product();

-- Documents of the products at Amazon.
create table private.amazon_documents (
  amazon_product_id bigint primary key,
  document tsvector not null
);
comment on table private.amazon_documents is 'What each product at Amazon is found by.';
create index amazon_documents_document on private.amazon_documents using gin (document);
alter table private.amazon_documents enable row level security;

-- Trigger: documents follow their products at Amazon.
create function private.index_amazon_product() returns trigger
  language plpgsql security definer -- editors write these products, and no client writes documents
  set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.amazon_documents where amazon_product_id = old.id;
    return null;
  end if;
  insert into private.amazon_documents (amazon_product_id, document)
  values (
    new.id,
    private.name_document(new.product_title)
      || private.kind_document(private.kind_words(new.product_title, null))
      || private.context_document(null, new.category, 'Amazon')
  )
  on conflict (amazon_product_id) do update set document = excluded.document;
  perform private.learn_words(concat_ws(' ', new.product_title, new.category));
  return null;
end
$$;

create trigger index_changed_amazon_product
  after insert or update of product_title, category on public.amazon_products
  for each row execute function private.index_amazon_product();

create trigger index_deleted_amazon_product
  after delete on public.amazon_products
  for each row execute function private.index_amazon_product();

-- Documents of the articles.
create table private.article_documents (
  slug text primary key,
  -- The article's text without markup, for excerpts with the found words.
  body text not null,
  document tsvector not null
);
comment on table private.article_documents is 'What each article is found by: title, then category, excerpt and text.';
create index article_documents_document on private.article_documents using gin (document);
alter table private.article_documents enable row level security;

-- Writes the document of the article at /blog/{slug}: an active post with its own text or that of the page of the same
-- address, or the published page alone. Without either there is nothing to find.
create function private.index_article(article_slug text) returns void
  language plpgsql security definer -- editors write articles, and no client writes documents
  set search_path = ''
as $$
declare
  article record;
begin
  select
    coalesce(post.title, page.name) as title,
    post.category,
    post.excerpt,
    private.plain_text(coalesce(nullif(post.content, ''), page.content, ''), 60000) as body
  into article
  from (select article_slug as slug) as wanted
  left join public.blog_posts as post on post.slug = wanted.slug and post.is_active
  left join public.pages as page on page.url = '/blog/' || wanted.slug and page.is_published
  where post.id is not null or page.id is not null;
  if not found then
    delete from private.article_documents where slug = article_slug;
    return;
  end if;
  insert into private.article_documents (slug, body, document)
  values (
    article_slug,
    article.body,
    private.name_document(article.title)
      || private.context_document(null, article.category, null)
      || setweight(to_tsvector('private.shop_english', coalesce(article.excerpt, '')), 'C')
      || setweight(to_tsvector('private.shop_english', article.body), 'D')
  )
  on conflict (slug) do update set body = excluded.body, document = excluded.document;
  -- Not those of the text: no misspelt thing is to become one of them.
  perform private.learn_words(concat_ws(' ', article.title, article.category));
end
$$;

-- Trigger: documents follow articles and pages.
create function private.index_changed_article() returns trigger
  language plpgsql security definer -- as index_article
  set search_path = ''
as $$
begin
  if tg_table_name = 'blog_posts' then
    if tg_op <> 'INSERT' then perform private.index_article(old.slug); end if;
    if tg_op <> 'DELETE' then perform private.index_article(new.slug); end if;
  else
    if tg_op <> 'INSERT' and old.url like '/blog/_%' then perform private.index_article(substr(old.url, 7)); end if;
    if tg_op <> 'DELETE' and new.url like '/blog/_%' then perform private.index_article(substr(new.url, 7)); end if;
  end if;
  return null;
end
$$;

create trigger index_changed_article
  after insert or update or delete on public.blog_posts
  for each row execute function private.index_changed_article();

create trigger index_changed_article
  after insert or update or delete on public.pages
  for each row execute function private.index_changed_article();
