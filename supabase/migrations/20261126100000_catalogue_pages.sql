-- Pages of brands, merchants and categories: their addresses, and the facts that they open with.

-- The last part of an address, from a name: lower-case words of plain letters. A name without any is known by a number.
create function private.slug_of(name text) returns text
  language sql immutable parallel safe
  set search_path = ''
as $$
  select coalesce(
    nullif(
      btrim(left(replace(private.plain_name(replace(regexp_replace(name, '[''’]', '', 'g'), '&', ' and ')), ' ', '-'), 80), '-'),
      ''
    ),
    'n-' || left(md5(name), 8)
  )
$$;

-- Names that differ in case, accents or punctuation alone have one address and one page: two feeds spell one brand so.
-- Names stay when their last product goes: their pages then say so, where an unknown name is a 404.
create table private.catalogue_names (
  kind text collate "C" not null check (kind in ('brand', 'merchant', 'category')),
  name text collate "C" not null,
  slug text collate "C" not null,
  primary key (kind, name)
);
comment on table private.catalogue_names is 'Every brand, merchant and category that a listed product ever had, by the address of its page.';
create index catalogue_names_slug on private.catalogue_names (kind, slug);

-- Names of listed products are as public as the products.
alter table private.catalogue_names enable row level security;
grant select on private.catalogue_names to anon, authenticated, service_role;

create policy "everyone reads the names of the catalogue" on private.catalogue_names
  for select to anon, authenticated, service_role
  using (true);

-- Trigger: the counts have a row for each name as soon as a product has it, by imports and by hand.
create function private.remember_names() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  insert into private.catalogue_names (kind, name, slug)
  select found.kind, found.name, private.slug_of(found.name)
  from (
    select 'brand' as kind, brand as name from added
    union
    select 'merchant', merchant_name from added
    union
    select 'category', category from added
  ) as found
  where found.name <> ''
    and not exists (
      select from private.catalogue_names as known where known.kind = found.kind and known.name = found.name
    )
  on conflict do nothing;
  return null;
end
$$;

create trigger remember_names_of_counts
  after insert on private.listing_counts
  referencing new table as added
  for each statement execute function private.remember_names();

insert into private.catalogue_names (kind, name, slug)
select found.kind, found.name, private.slug_of(found.name)
from (
  select 'brand' as kind, brand as name from private.listing_counts
  union
  select 'merchant', merchant_name from private.listing_counts
  union
  select 'category', category from private.listing_counts
) as found
where found.name <> '';

-- One brand, merchant or category by its address: how it is spelt (by most of its items first), how many items it has, and
-- from which price to which they are, in US dollars. Of a merchant that was renamed since and has nothing left under this
-- address, where its page is now. No row for an address that no product ever had.
-- Security definer: the lowest and the highest price are the ends of an index that row-level security would hide.
create function public.catalogue_page(kind_param text, slug_param text)
  returns table (names text[], items bigint, lowest numeric, highest numeric, moved_to text)
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
declare
  filter_column constant text := case kind_param when 'brand' then 'brand' when 'merchant' then 'merchant_name' else 'category' end;
  leads_column constant text := case kind_param when 'merchant' then 'leads_merchant' else 'leads' end;
begin
  perform private.check_name(slug_param);
  select array_agg(known.name order by coalesce(counted.items, 0) desc, known.name), coalesce(sum(counted.items), 0)
  into names, items
  from private.catalogue_names as known
  left join lateral (
    select sum(counts.products)::bigint as items
    from private.listing_counts as counts
    where counts.better_steps = 0
      and case kind_param
        when 'brand' then counts.brand = known.name and counts.merchant_name = ''
        when 'merchant' then counts.merchant_name = known.name
        else counts.category = known.name and counts.merchant_name = ''
      end
  ) as counted on true
  where known.kind = kind_param and known.slug = slug_param;
  if names is null then
    return;
  end if;
  execute format(
    'select min(ends.lowest), max(ends.highest)
     from unnest($1) as named (name)
     cross join lateral (
       select
         (select price from public.products
          where %1$I = named.name and delisted_at is null and price is not null and %2$I and currency = ''USD''
          order by price, id limit 1) as lowest,
         (select price from public.products
          where %1$I = named.name and delisted_at is null and price is not null and %2$I and currency = ''USD''
          order by price desc, id desc limit 1) as highest
     ) as ends',
    filter_column, leads_column
  )
  into lowest, highest
  using names;
  if kind_param = 'merchant' and items = 0 then
    select private.slug_of(merchants.name)
    into moved_to
    from private.merchant_names as former
    join public.merchants on merchants.id = former.merchant_id
    where former.old_name = any (names)
      and private.slug_of(merchants.name) <> slug_param
    limit 1;
  end if;
  return next;
end
$$;
comment on function public.catalogue_page(text, text) is 'A brand, merchant or category by the address of its page, with its facts.';
grant execute on function public.catalogue_page(text, text) to anon, authenticated, service_role;

-- The pages of one kind that have an item, by their addresses, with how many pages there are in all.
create function public.catalogue_directory(kind_param text, page_size integer default 1000, page_start integer default 0)
  returns table (name text, slug text, items bigint, pages bigint)
  language sql stable
  set search_path = ''
as $$
  select (array_agg(known.name order by counted.items desc, known.name))[1], known.slug, sum(counted.items)::bigint, count(*) over ()
  from (
    select
      case kind_param when 'brand' then brand when 'merchant' then merchant_name else category end as name,
      sum(products) as items
    from private.listing_counts
    where (merchant_name <> '') = (kind_param = 'merchant')
      and better_steps = 0
    group by 1
    having sum(products) > 0
  ) as counted
  join private.catalogue_names as known on known.kind = kind_param and known.name = counted.name
  group by known.slug
  order by known.slug
  limit least(greatest(page_size, 0), 1000)
  offset greatest(page_start, 0)
$$;
comment on function public.catalogue_directory(text, integer, integer) is 'The brands, merchants or categories that have an item, with the addresses of their pages.';
grant execute on function public.catalogue_directory(text, integer, integer) to anon, authenticated, service_role;

-- The last parts of the addresses of a product's category, merchant and, where it has one, brand. Asked for by name:
-- select=*,page_slugs
create function public.page_slugs(product public.products) returns text[]
  language sql stable security definer -- names are made into addresses by functions that visitors may not call
  set search_path = ''
as $$
  select array[private.slug_of(product.category), private.slug_of(product.merchant_name)]
    || case when product.brand <> '' then array[private.slug_of(product.brand)] else '{}' end
$$;
comment on function public.page_slugs(public.products) is
  'The last parts of the addresses of a product''s category, merchant and brand.';
grant execute on function public.page_slugs(public.products) to anon, authenticated, service_role;
