-- What can be found: beside the products also the finds at the large retailer and the articles, and a vocabulary that
-- knows how common its words are and how they are stemmed.

-- How many names brought the word, roughly: it settles which of several similar words was meant, and which completions
-- are offered first. The lexeme says that "lipsticks" is known when the catalogue only says "lipstick".
alter table private.search_words
  add column frequency integer not null default 1,
  add column lexeme text collate "C" not null generated always as (
    coalesce((pg_catalog.ts_lexize('pg_catalog.english_stem'::pg_catalog.regdictionary, word))[1], word)
  ) stored;
create index search_words_lexeme on private.search_words (lexeme);

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

create table private.find_documents (
  find_id bigint primary key,
  document tsvector not null
);
comment on table private.find_documents is 'What each find at the large retailer is found by.';
create index find_documents_document on private.find_documents using gin (document);
alter table private.find_documents enable row level security;

create function private.index_find() returns trigger
  language plpgsql security definer -- editors write finds, and no client writes documents
  set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.find_documents where find_id = old.id;
    return null;
  end if;
  insert into private.find_documents (find_id, document)
  values (new.id, private.name_document(new.product_title) || private.context_document(null, new.category, 'Amazon'))
  on conflict (find_id) do update set document = excluded.document;
  perform private.learn_words(concat_ws(' ', new.product_title, new.category));
  return null;
end
$$;
create trigger index_changed_find
  after insert or update of product_title, category on public.amazon_products
  for each row execute function private.index_find();
create trigger index_deleted_find
  after delete on public.amazon_products
  for each row execute function private.index_find();

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
  perform private.learn_words(concat_ws(' ', article.title, article.category, article.excerpt, article.body));
end
$$;

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

-- What stood before this migration.
insert into private.find_documents (find_id, document)
select id, private.name_document(product_title) || private.context_document(null, category, 'Amazon')
from public.amazon_products;

do $$
declare
  known record;
begin
  for known in select concat_ws(' ', product_title, category) as words from public.amazon_products loop
    perform private.learn_words(known.words);
  end loop;
  for known in
    select slug from public.blog_posts
    union
    select substr(url, 7) from public.pages where url like '/blog/_%'
  loop
    perform private.index_article(known.slug);
  end loop;
end
$$;
