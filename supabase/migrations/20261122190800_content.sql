-- What editors write: settings of the home page, collections, pages, articles and comparisons.

-- Settings of the home page.
create table public.homepage_settings (
  id uuid primary key default gen_random_uuid(),
  is_active boolean not null default true,
  hero_title text,
  hero_subtitle text,
  hero_button_text text,
  hero_background_image text,
  hero_badge_text text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.homepage_settings is 'The home page''s hero; the newest active row is shown.';
create index homepage_settings_newest on public.homepage_settings (created_at desc) where is_active;

-- Tiles of the home page.
create table public.collections (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(title) between 1 and 200),
  subtitle text,
  -- Where the tile leads: a path of this site.
  path text not null,
  image_url text,
  display_order integer not null default 0,
  -- Nothing is shown that nobody meant to show.
  is_active boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.collections is 'Tiles of the home page and of /collections, in their order.';
create index collections_order on public.collections (display_order, id) where is_active;

-- Pages that editors write, by their address.
create table public.pages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 300),
  url text not null unique,
  -- HTML; sanitised when it is stored and again when it is shown.
  content text not null default '',
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.pages is 'Pages by url, articles'' bodies among them (/blog/{slug}).';

-- Articles.
create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[^\s/?#]+$' and length(slug) <= 200),
  title text not null check (length(title) between 1 and 300),
  excerpt text,
  -- HTML; where it is empty, the page with url /blog/{slug} holds the body.
  content text,
  category text not null default 'Lifestyle',
  image_url text,
  read_time text,
  post_type text not null default 'lifestyle',
  -- Posts are written before they are shown.
  is_active boolean not null default false,
  created_at timestamptz not null default now() check (isfinite(created_at)),
  updated_at timestamptz not null default now(),
  -- Generated articles do not name the editors.
  generated boolean not null default false
);
comment on table public.blog_posts is 'Articles as the lists show them.';
create index blog_posts_newest on public.blog_posts (created_at desc, id) where is_active;
create index blog_posts_type_newest on public.blog_posts (post_type, created_at desc, id) where is_active;

-- Comparisons; visitors read them once they are published.
create table public.comparison_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(title) between 1 and 300),
  slug text not null unique check (slug ~ '^[^\s/?#]+$' and length(slug) <= 200),
  category text,
  content text,
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'published')),
  publish_date timestamptz,
  is_weekly_roundup boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status <> 'scheduled' or publish_date is not null)
);
comment on table public.comparison_posts is 'Product comparisons and weekly roundups.';
create index comparison_posts_newest on public.comparison_posts (created_at desc, id);

-- What these five tables have in common: updated_at, invalidation of cached pages, row-level security and grants.
do $$
declare
  content_table text;
begin
  foreach content_table in array array['homepage_settings', 'collections', 'pages', 'blog_posts', 'comparison_posts']
  loop
    execute format(
      'create trigger touch_updated_at before update on public.%I
         for each row execute function private.touch_updated_at()', content_table);
    execute format(
      'create trigger %I after insert or update or delete or truncate on public.%I
         for each statement execute function private.notify_page_invalidation()',
      content_table || '_change_pages', content_table);
    execute format('alter table public.%I enable row level security', content_table);
    execute format('grant select on public.%I to anon', content_table);
    execute format('grant select, insert, update, delete on public.%I to authenticated, service_role', content_table);
  end loop;
end
$$;

create policy "everyone reads the active settings" on public.homepage_settings
  for select to anon, authenticated
  using (is_active);

create policy "admins change settings" on public.homepage_settings
  for all to authenticated
  using ((select private.has_role('admin')))
  with check ((select private.has_role('admin')));

create policy "everyone reads active collections" on public.collections
  for select to anon, authenticated
  using (is_active);

create policy "editors change collections" on public.collections
  for all to authenticated
  using ((select private.has_role('editor')))
  with check ((select private.has_role('editor')));

create policy "everyone reads published pages" on public.pages
  for select to anon, authenticated
  using (is_published);

create policy "editors change pages" on public.pages
  for all to authenticated
  using ((select private.has_role('editor')))
  with check ((select private.has_role('editor')));

create policy "everyone reads active articles" on public.blog_posts
  for select to anon, authenticated
  using (is_active);

create policy "editors change articles" on public.blog_posts
  for all to authenticated
  using ((select private.has_role('editor')))
  with check ((select private.has_role('editor')));

create policy "everyone reads comparisons that are out" on public.comparison_posts
  for select to anon, authenticated
  using (status = 'published' or (status = 'scheduled' and publish_date <= now()));

create policy "editors change comparisons" on public.comparison_posts
  for all to authenticated
  using ((select private.has_role('editor')))
  with check ((select private.has_role('editor')));
comment on column public.blog_posts.generated is
  'Put together by a rule from templates and the catalogue; its page says so instead of naming the editors.';

-- Articles and visible comparisons under /blog, newest first, with their total; topic is a category. Where an article and a
-- comparison share a slug the article is shown, as on its page. A journal is hundreds of rows, and their texts are not read.
create function public.journal(
  topic text default null,
  without_slug text default null,
  page_size integer default 12,
  page_start integer default 0
) returns table (
  slug text,
  title text,
  excerpt text,
  category text,
  image_url text,
  read_time text,
  created_at timestamptz,
  total bigint
)
  language sql stable
  set search_path = ''
as $$
  with readable as (
    select posts.slug, posts.title, posts.excerpt, posts.category, posts.image_url, posts.read_time, posts.created_at
    from public.blog_posts as posts
    where posts.is_active
    union all
    select
      comparisons.slug, comparisons.title, null, coalesce(comparisons.category, 'Comparison'), null, null,
      coalesce(comparisons.publish_date, comparisons.created_at)
    from public.comparison_posts as comparisons
    -- As visitors may read them, editors too: the back office has a list of its own.
    where (
        comparisons.status = 'published'
        or (comparisons.status = 'scheduled' and comparisons.publish_date <= now())
      )
      and not exists (
        select from public.blog_posts as posts
        where posts.slug = comparisons.slug and posts.is_active
      )
  )
  select readable.*, count(*) over ()
  from readable
  where (topic is null or readable.category = topic)
    and readable.slug is distinct from without_slug
  order by readable.created_at desc, readable.slug
  limit least(greatest(page_size, 0), 100)
  offset greatest(page_start, 0)
$$;
comment on function public.journal(text, text, integer, integer) is 'Articles and visible comparisons, newest first.';
grant execute on function public.journal(text, text, integer, integer) to anon, authenticated, service_role;
