-- The journal's list: articles, and comparisons that are out, which editors write in a table of their own.

-- Everything to read under /blog, newest first, with how much there is in all; topic is a category. Where an article and a
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
    -- As visitors may read them: an editor's own list stands in the back office.
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
grant execute on function public.journal(text, text, integer, integer) to anon, authenticated, service_role;
