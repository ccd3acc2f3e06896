-- The gallery that the site shows first cannot be changed or removed in passing, by whichever client and role: only
-- through the two procedures below, which stand for a confirmation.

create function private.refuse_unconfirmed_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if old.slug = 'pink-phone-wallpapers'
    and coalesce(current_setting('shop.confirmed_collection', true), '') <> old.slug
    and (tg_op = 'DELETE' or (new.name, new.slug, new.description, new.is_active) is distinct from
      (old.name, old.slug, old.description, old.is_active))
  then
    raise exception 'Collection "%" is a protected collection', old.slug
      using errcode = 'check_violation',
        hint = 'Confirm the change: call change_protected_collection or delete_protected_collection.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger refuse_unconfirmed_change
  before update or delete on public.wallpaper_collections
  for each row execute function private.refuse_unconfirmed_change();

-- Changes the protected collection after a confirmation: `changes` holds any of name, slug, description, is_active.
-- Runs as the caller, so the table's policies decide who may.
create function public.change_protected_collection(slug_param text, changes jsonb) returns void
  language plpgsql
  set search_path = ''
as $$
begin
  perform set_config('shop.confirmed_collection', slug_param, true);
  update public.wallpaper_collections
  set name = case when changes ? 'name' then changes ->> 'name' else name end,
    slug = case when changes ? 'slug' then changes ->> 'slug' else slug end,
    description = case when changes ? 'description' then changes ->> 'description' else description end,
    is_active = case when changes ? 'is_active' then (changes ->> 'is_active')::boolean else is_active end
  where slug = slug_param;
  if not found then
    raise exception 'There is no collection "%" that you may change', slug_param using errcode = 'PT404';
  end if;
  perform set_config('shop.confirmed_collection', '', true);
end
$$;
revoke execute on function public.change_protected_collection(text, jsonb) from public, anon;
grant execute on function public.change_protected_collection(text, jsonb) to authenticated, service_role;

-- Deletes the protected collection after a confirmation; its wallpapers stay, in no collection.
create function public.delete_protected_collection(slug_param text) returns void
  language plpgsql
  set search_path = ''
as $$
begin
  perform set_config('shop.confirmed_collection', slug_param, true);
  delete from public.wallpaper_collections where slug = slug_param;
  if not found then
    raise exception 'There is no collection "%" that you may delete', slug_param using errcode = 'PT404';
  end if;
  perform set_config('shop.confirmed_collection', '', true);
end
$$;
revoke execute on function public.delete_protected_collection(text) from public, anon;
grant execute on function public.delete_protected_collection(text) to authenticated, service_role;
comment on function public.change_protected_collection(text, jsonb) is
  'Changes the protected wallpaper collection; the call stands for a confirmation.';
comment on function public.delete_protected_collection(text) is
  'Deletes the protected wallpaper collection; the call stands for a confirmation.';
