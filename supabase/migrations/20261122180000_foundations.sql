-- Used by every other file: extensions, the schema private, which no client can call, trigger functions and the text
-- search configuration.

create schema if not exists extensions;

create extension if not exists pg_trgm with schema extensions;

create extension if not exists unaccent with schema extensions;

-- A hosted project grants every new object of public to the API roles. Here a grant is a decision, made beside its table.
alter default privileges in schema public revoke all on tables from anon, authenticated;

alter default privileges in schema public revoke all on sequences from anon, authenticated;

alter default privileges in schema public revoke all on functions from anon, authenticated;

alter default privileges revoke execute on functions from public;

-- Helpers of policies, triggers and the importer. Not an exposed schema: no request can name what is in it.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Keeps updated_at true, whoever writes.
create function private.touch_updated_at() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.updated_at := pg_catalog.now();
  return new;
end
$$;

-- Tells every process of the site that a table's pages are out of date. Statement-level, so that an import of a
-- million rows is one message; Postgres folds equal messages of one transaction and sends them at commit.
create function private.notify_page_invalidation() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('page_invalidation', tg_table_name);
  return null;
end
$$;

-- English words without accents, for the search documents: "crème brûlée" is found by "creme brulee".
create text search configuration private.shop_english (copy = pg_catalog.english);

alter text search configuration private.shop_english
  alter mapping for hword, hword_part, word
  with extensions.unaccent, pg_catalog.english_stem;
