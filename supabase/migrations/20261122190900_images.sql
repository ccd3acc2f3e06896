-- Wallpapers, the buckets of uploaded images, and the signed addresses of product images.

-- Sets of wallpapers.
create table public.wallpaper_collections (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text,
  -- Nothing is shown that nobody meant to show.
  is_active boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.wallpaper_collections is 'Sets of phone wallpapers.';

-- Wallpapers for phones.
create table public.wallpapers (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(title) between 1 and 200),
  description text,
  collection_id uuid references public.wallpaper_collections (id) on delete set null,
  image_url text not null,
  download_url text not null,
  is_active boolean not null default false,
  download_count bigint not null default 0 check (download_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.wallpapers is 'Phone wallpapers, 9:16.';
create index wallpapers_collection_newest on public.wallpapers (collection_id, created_at desc, id);

create trigger touch_updated_at
  before update on public.wallpaper_collections
  for each row execute function private.touch_updated_at();

-- A download is not an edit: it must neither move updated_at nor throw away the gallery's rendered page. An updated_at that
-- is sent alone is replaced too.
create trigger touch_updated_at
  before update of title, description, collection_id, image_url, download_url, is_active, updated_at on public.wallpapers
  for each row execute function private.touch_updated_at();

create trigger wallpaper_collections_change_pages
  after insert or update or delete or truncate on public.wallpaper_collections
  for each statement execute function private.notify_page_invalidation();

create trigger wallpapers_change_pages
  after insert or delete or truncate
  or update of title, description, collection_id, image_url, download_url, is_active
  on public.wallpapers
  for each statement execute function private.notify_page_invalidation();
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

-- Counts one download. Security definer: visitors change this one number and nothing else of the row, and one network
-- changes it once an hour. Their address is that of X-Forwarded-For as the gateway in front writes it. Who is no visitor
-- (the function that has asked the limit itself, a job) is not limited.
create function public.increment_wallpaper_download(wallpaper_id uuid) returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  forwarded constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for';
  address constant text := trim(split_part(coalesce(forwarded, ''), ',', 1));
begin
  if not exists (
    select from public.wallpapers
    where id = increment_wallpaper_download.wallpaper_id
      and is_active
  ) then
    return;
  end if;
  if current_setting('role') in ('anon', 'authenticated')
    and private.take_network_limit('download ' || wallpaper_id, address, 1, 3600) > 0
  then
    return;
  end if;
  update public.wallpapers
  set download_count = download_count + 1
  where id = increment_wallpaper_download.wallpaper_id;
end
$$;
comment on function public.increment_wallpaper_download(uuid) is 'Counts one download of an active wallpaper.';
grant execute on function public.increment_wallpaper_download(uuid) to anon, authenticated, service_role;

-- Images that editors upload. Public to read, because pages show them; written by editors only.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('wallpapers', 'wallpapers', true, 20971520, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('images', 'images', true, 10485760, '{image/jpeg,image/png,image/webp,image/avif}')
on conflict (id) do nothing;

create policy "editors upload pictures" on storage.objects
  for insert to authenticated
  with check (bucket_id in ('wallpapers', 'images') and (select private.has_role('editor')));

create policy "everyone reads pictures" on storage.objects
  for select to anon, authenticated
  using (bucket_id in ('wallpapers', 'images'));

create policy "editors replace pictures" on storage.objects
  for update to authenticated
  using (bucket_id in ('wallpapers', 'images') and (select private.has_role('editor')))
  with check (bucket_id in ('wallpapers', 'images') and (select private.has_role('editor')));

create policy "editors delete pictures" on storage.objects
  for delete to authenticated
  using (bucket_id in ('wallpapers', 'images') and (select private.has_role('editor')));

-- Signed addresses of product images. Where a merchant allows copies of its images, the server resizes and caches them; its
-- route fetches nothing whose address does not carry our signature. docs/decisions/0049-product-images.md says why it is made here.
--
-- The key of the signatures, in the two forms that HMAC takes it in (RFC 2104: padded to 64 bytes, under 0x36 and 0x5c).
-- The server derives it from its secret and writes it at every start. Nobody else reads it.
create table private.image_key (
  only_row boolean primary key default true check (only_row),
  inner_pad bytea not null check (octet_length(inner_pad) = 64),
  outer_pad bytea not null check (octet_length(outer_pad) = 64)
);
comment on table private.image_key is 'Signs the addresses of images that the server resizes.';
alter table private.image_key enable row level security;

-- Two colours of each image that was resized once, upper and lower half: the placeholder while it loads.
create table private.picture_tones (
  product_id bigint primary key references public.products (id) on delete cascade,
  -- Of the image they were read from: a product's next image has other colours.
  signature text not null,
  -- Two colours of three hexadecimal digits, as in fedcba.
  tones text not null check (tones ~ '^[0-9a-f]{6}$')
);
comment on table private.picture_tones is 'Placeholder colours of product images.';
alter table private.picture_tones enable row level security;

-- Images that may be copied. Amazon's never, whatever was set: its licence allows the link alone.
create view private.resizable_images as
  select products.id, products.image_url
  from public.products
  join public.merchants on merchants.name = products.merchant_name
  where merchants.may_store_image
    and products.source is distinct from 'amazon'
    and (products.image_url like 'https://%' or products.image_url like 'http://%');
comment on view private.resizable_images is 'Images that the server may copy and resize.';

-- The address of a product's image: '/_image/<id>/<signature>' (a width and a format follow, as in /320.avif), with its
-- colours behind '#' when they are known; its own address where our server may not copy it, and before the server's first
-- start. The signature is HMAC-SHA256 of the address, cut to 128 bits, in base64url. Asked for by name, as price_as_of is.
-- Security definer for the key. It signs what the catalogue says of that id, never what it is handed: a caller could make
-- up a row.
create function public.picture(product public.products) returns text
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce(
    (
      select '/_image/' || picture.id || '/' || signed.signature || coalesce('#' || known.tones, '')
      from private.resizable_images as picture
      cross join private.image_key as key
      cross join lateral (
        select translate(
          encode(
            substr(sha256(key.outer_pad || sha256(key.inner_pad || convert_to(picture.image_url, 'UTF8'))), 1, 16),
            'base64'
          ),
          '+/=', '-_'
        )
      ) as signed (signature)
      left join private.picture_tones as known
        on known.product_id = picture.id and known.signature = signed.signature
      where picture.id = product.id and picture.image_url = product.image_url
    ),
    product.image_url
  )
$$;
comment on function public.picture(public.products) is
  'The address of a product''s image: signed where the server may resize it, else its own.';
grant execute on function public.picture(public.products) to anon, authenticated, service_role;
