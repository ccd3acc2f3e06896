-- Fields of a feed's products that staff changed: imports leave them as they are until somebody releases them.
--
-- Not the price: it is true only at a time, which the pages show beside it, so a newer one of the feed replaces it.

create table public.hand_edits (
  product_id bigint not null references public.products (id) on delete cascade,
  column_name text not null,
  edited_by uuid,
  edited_at timestamptz not null default now(),
  -- Undoing this change releases the field as well.
  change_set uuid not null,
  primary key (product_id, column_name)
);
comment on table public.hand_edits is
  'Fields of feed products that staff changed; imports leave them until the row here is deleted. delisted_at stands for hidden.';
alter table public.hand_edits enable row level security;
grant select, delete on public.hand_edits to authenticated, service_role;
create policy "editors see what was changed by hand" on public.hand_edits
  for select to authenticated
  using ((select private.has_role('editor')));
create policy "editors release what was changed by hand" on public.hand_edits
  for delete to authenticated
  using ((select private.has_role('editor')));

-- Trigger: what an edit changed. Security definer because nobody writes these rows.
create function private.note_hand_edit() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  undone constant uuid := nullif(current_setting('app.undoes', true), '')::uuid;
  edited constant text[] := array_remove(array[
    case when new.product_name is distinct from old.product_name then 'product_name' end,
    case when new.category is distinct from old.category then 'category' end,
    case when new.merchant_name is distinct from old.merchant_name then 'merchant_name' end,
    case when new.image_url is distinct from old.image_url then 'image_url' end,
    case when new.affiliate_link is distinct from old.affiliate_link then 'affiliate_link' end,
    case when new.description is distinct from old.description then 'description' end,
    case when new.brand is distinct from old.brand then 'brand' end,
    case when new.gtin is distinct from old.gtin then 'gtin' end,
    case when new.availability is distinct from old.availability then 'availability' end,
    case when new.colour is distinct from old.colour then 'colour' end,
    case when new.size is distinct from old.size then 'size' end,
    case when old.delisted_at is null and new.delisted_at is not null then 'delisted_at' end
  ], null);
begin
  if new.delisted_at is null and old.delisted_at is not null then
    delete from public.hand_edits where product_id = new.id and column_name = 'delisted_at';
  end if;
  -- What undoing an undoing writes was typed by hand once.
  if undone is not null and not exists (select from public.audit_log where change_set = undone and undoes is not null) then
    delete from public.hand_edits
    where product_id = new.id and column_name = any (edited) and change_set = undone;
    return null;
  end if;
  insert into public.hand_edits (product_id, column_name, edited_by, change_set)
  select new.id, name, private.actor(), private.change_set() from unnest(edited) as name
  on conflict do nothing;
  return null;
end
$$;

-- The conditions of the log's triggers; and renaming a merchant is no decision about a product.
create trigger note_hand_edit
  after update of product_name, category, merchant_name, image_url, affiliate_link, description, brand, gtin, availability,
    colour, size, delisted_at
  on public.products
  for each row
  when (
    old.feed_id is not null
    and coalesce(current_setting('shop.bulk_import', true), '') <> 'on'
    and coalesce(current_setting('shop.renaming_merchant', true), '') <> 'on'
    and (current_setting('role') <> 'none' or coalesce(current_setting('app.actor', true), '') <> '')
  )
  execute function private.note_hand_edit();

-- Trigger: whoever releases a field lets the next import write over it, so the log tells. Security definer because nobody
-- writes the log.
create function private.log_released_field() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.audit_log (actor, change_set, table_name, row_key, row_name, action, columns, for_role)
  select private.actor(), private.change_set(), 'hand_edits', old.product_id::text, product_name, 'delete',
    array[old.column_name], 'editor'
  from public.products where id = old.product_id;
  return null;
end
$$;
-- Not where a row goes with its product, or with the change that it stood for.
create trigger log_released_field
  after delete on public.hand_edits
  for each row when (pg_trigger_depth() = 0) execute function private.log_released_field();
