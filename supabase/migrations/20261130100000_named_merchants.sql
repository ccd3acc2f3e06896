-- Merchants that staff name first on a product, in a form or a CSV file: added, as imports add those that feeds name. Without
-- a row of its own a merchant has no store, and nobody can set its rules.

-- A merchant's slug that is free: the words of the name, with a number where they are taken.
create function private.free_merchant_slug(name text) returns text
  language sql volatile -- sees what others have committed meanwhile
  set search_path = ''
as $$
  select candidate
  from coalesce(
    nullif(trim(both '-' from regexp_replace(
      lower(extensions.unaccent('extensions.unaccent', name)), '[^a-z0-9]+', '-', 'g'
    )), ''),
    'merchant'
  ) as words
  cross join generate_series(1, 10000) as number
  cross join lateral (select words || case when number > 1 then '-' || number else '' end) as tried (candidate)
  where not exists (select from public.merchants where slug = candidate)
  order by number
  limit 1
$$;

-- Trigger: the merchant that somebody of staff names on a product; by its present name, where it has been renamed. Security
-- definer because former names are nobody's to read; whoever may not write the product takes the merchant back with it.
create function private.add_named_merchant() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- What is no name for a merchant is for the rules of products to refuse.
  if private.actor() is null or length(new.merchant_name) not between 1 and 200
    or exists (select from public.merchants where name = new.merchant_name)
  then
    return new;
  end if;
  new.merchant_name := coalesce(
    (
      select merchants.name
      from private.merchant_names join public.merchants on merchants.id = merchant_id
      where old_name = new.merchant_name
    ),
    new.merchant_name
  );
  while not exists (select from public.merchants where name = new.merchant_name) loop
    insert into public.merchants (name, slug)
    values (new.merchant_name, private.free_merchant_slug(new.merchant_name))
    on conflict do nothing;
  end loop;
  return new;
end
$$;

do $$
declare
  by_hand constant text := $when$
    coalesce(current_setting('shop.bulk_import', true), '') <> 'on'
    and coalesce(current_setting('shop.renaming_merchant', true), '') <> 'on'
  $when$;
begin
  -- Their names come before those of the triggers that find the product's item by its merchant.
  execute format('create trigger add_named_merchant before insert on public.products
    for each row when (%s) execute function private.add_named_merchant()', by_hand);
  execute format('create trigger add_newly_named_merchant before update of merchant_name on public.products
    for each row when (
      %s and new.merchant_name <> old.merchant_name
      -- Undoing a renaming brings the former name back, and the merchant''s own after it.
      and coalesce(current_setting(''app.undoes'', true), '''') = ''''
    ) execute function private.add_named_merchant()', by_hand);
end
$$;
