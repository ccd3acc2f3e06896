-- What is delisted is told to nobody but editors, by no way around the products' own policy.

-- The subquery is read with the caller's rights: who may not see the product does not see its drop.
alter policy "everyone reads the drops that merchants allow" on public.price_drops
  using (
    merchant_name in (select name from public.merchants where may_show_history)
    and exists (
      select from public.products
      where products.id = price_drops.product_id
        and products.delisted_at is null
    )
  );
alter policy "everyone reads the history that merchants allow" on public.price_history
  using (
    exists (
      select
      from public.products
      join public.merchants on merchants.name = products.merchant_name
      where products.id = price_history.product_id
        and products.delisted_at is null
        and merchants.may_show_history
    )
  );

-- Whether a word of the vocabulary may be told: some listed product, find or article has it. A word that so many names
-- brought is no product's name, and looking through all of them would take long.
create function private.is_told(told_word text) returns boolean
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
    or exists (select from private.find_documents as documents where documents.document @@ wanted)
    or exists (select from private.article_documents as documents where documents.document @@ wanted);
end
$$;

-- The vocabulary keeps the words of what is gone, so completions are looked up once more before they are told.
alter function public.suggest(text) set schema private;
alter function private.suggest(text) rename to suggest_all;
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
    or private.is_told(substring(one.label from '[^ ]*$'))
  order by one.place;
end
$$;
revoke execute on function public.suggest(text) from public;
grant execute on function public.suggest(text) to anon, authenticated, service_role;
