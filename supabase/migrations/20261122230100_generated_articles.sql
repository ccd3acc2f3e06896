-- What a rule put together is not signed by people.
alter table public.blog_posts add column generated boolean not null default false;
comment on column public.blog_posts.generated is
  'Put together by a rule from templates and the catalogue; its page says so instead of naming the editors.';

update public.blog_posts
set generated = true
where slug like 'monthly-deals-the-top-%' or slug ~ '^weekly-.*-roundup-';
