-- Phone wallpapers and their collections.

create table public.wallpaper_collections (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.wallpaper_collections is 'Sets of phone wallpapers.';

create table public.wallpapers (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(title) between 1 and 200),
  description text,
  collection_id uuid references public.wallpaper_collections (id) on delete set null,
  image_url text not null,
  download_url text not null,
  is_active boolean not null default true,
  download_count bigint not null default 0 check (download_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.wallpapers is 'Phone wallpapers, 9:16.';
create index wallpapers_collection_newest on public.wallpapers (collection_id, created_at desc, id);

create trigger touch_updated_at
  before update on public.wallpaper_collections
  for each row execute function private.touch_updated_at();
-- A download is not an edit: it must neither move updated_at nor throw away the gallery's rendered page.
create trigger touch_updated_at
  before update of title, description, collection_id, image_url, download_url, is_active on public.wallpapers
  for each row execute function private.touch_updated_at();
create trigger wallpaper_collections_change_pages
  after insert or update or delete or truncate on public.wallpaper_collections
  for each statement execute function private.notify_page_changes();
create trigger wallpapers_change_pages
  after insert or delete or truncate
  or update of title, description, collection_id, image_url, download_url, is_active
  on public.wallpapers
  for each statement execute function private.notify_page_changes();

alter table public.wallpaper_collections enable row level security;
alter table public.wallpapers enable row level security;
grant select on public.wallpaper_collections, public.wallpapers to anon;
grant select, insert, update, delete on public.wallpaper_collections, public.wallpapers to authenticated, service_role;

create policy "everyone reads active wallpaper collections" on public.wallpaper_collections
  for select to anon, authenticated
  using (is_active);
create policy "editors change wallpaper collections" on public.wallpaper_collections
  for all to authenticated
  using ((select private.has_role('editor')))
  with check ((select private.has_role('editor')));

create policy "everyone reads active wallpapers" on public.wallpapers
  for select to anon, authenticated
  using (is_active);
create policy "editors change wallpapers" on public.wallpapers
  for all to authenticated
  using ((select private.has_role('editor')))
  with check ((select private.has_role('editor')));

-- Counts one download. Security definer: visitors change this one number and nothing else of the row.
create function public.increment_wallpaper_download(wallpaper_id uuid) returns void
  language sql security definer
  set search_path = ''
as $$
  update public.wallpapers
  set download_count = download_count + 1
  where id = increment_wallpaper_download.wallpaper_id
    and is_active
$$;
grant execute on function public.increment_wallpaper_download(uuid) to anon, authenticated, service_role;
