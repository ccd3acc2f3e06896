-- Every filter of a list is met by one and the same offer: an item that has a small bottle under $25 is not "100 ml, under $25"
-- for a large one that costs more. docs/decisions/0089-filters-of-offers.md

-- The listed offers that these filters leave, each with what else lists are narrowed by: the families of its colour, its
-- size, whether its merchant tells that it is in stock, and whether its price is a proven drop.
create function private.gather_offers(
  categories text[],
  merchants text[],
  brands text[],
  from_step integer,
  below_step integer
) returns table (
  id bigint,
  item_id bigint,
  category text,
  merchant_name text,
  brand text,
  price_step smallint,
  in_stock boolean,
  has_fallen boolean,
  colours text[],
  size text
)
  language plpgsql stable
  set search_path = ''
as $$
declare
  conditions text := 'offers.delisted_at is null';
begin
  if categories is not null then conditions := conditions || ' and offers.category = any ($1)'; end if;
  if merchants is not null then conditions := conditions || ' and offers.merchant_name = any ($2)'; end if;
  if brands is not null then conditions := conditions || ' and offers.brand = any ($3)'; end if;
  if from_step is not null then conditions := conditions || ' and offers.price >= $4'; end if;
  if below_step is not null then conditions := conditions || ' and offers.price < $5'; end if;
  return query execute
    'with offers as materialized (
       select offers.id, offers.item_id, offers.category, offers.merchant_name, coalesce(offers.brand, '''') as brand,
         private.price_step(offers.price) as price_step, offers.availability = ''in_stock'' as in_stock, offers.colour,
         coalesce(btrim(offers.size), '''') as size
       from public.products as offers
       where ' || conditions || '
     ),
     families as materialized (
       select known.colour, array_agg(known.family) as families
       from private.colour_families((select array_agg(distinct offers.colour) from offers)) as known
       group by known.colour
     ),
     -- By an array of ids, which are looked up: joined, Postgres would read every drop and its product.
     fallen as materialized (
       select drops.product_id
       from private.proven_drops as drops
       where drops.product_id = any (array(select offers.id from offers))
     )
     select offers.id, offers.item_id, offers.category, offers.merchant_name, offers.brand, offers.price_step,
       offers.in_stock, fallen.product_id is not null, coalesce(families.families, ''{}''), offers.size
     from offers
     left join families on families.colour = offers.colour
     left join fallen on fallen.product_id = offers.id'
  using categories, merchants, brands, (private.price_edges())[from_step], (private.price_edges())[below_step];
end
$$;

-- Chosen values that the catalogue has, whatever else is chosen: others are not repeated to the visitor. Of sizes there is no
-- list but the offers themselves.
create function private.known_values(categories text[], merchants text[], brands text[], colour_names text[])
  returns table (facet text, value text)
  language sql stable
  set search_path = ''
as $$
  select kind, name
  from private.catalogue_names
  where kind = 'category' and name = any (categories)
    or kind = 'merchant' and name = any (merchants)
    or kind = 'brand' and name = any (brands)
  union all
  select distinct 'colour', family
  from private.colour_words
  where family = any (colour_names)
$$;

create or replace function public.listing_facets(
  categories text[] default null,
  merchants text[] default null,
  brands text[] default null,
  from_step integer default null,
  below_step integer default null,
  priced_only boolean default false,
  facet_size integer default 50
) returns table (facet text, value text, products bigint)
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  perform private.check_step(from_step), private.check_step(below_step);
  perform private.check_filter(categories), private.check_filter(merchants), private.check_filter(brands);
  return query
  with counted as materialized (
    select *
    from private.listing_facets_within(
      categories, merchants, brands, from_step, below_step, priced_only, least(greatest(facet_size, 0), 500)
    )
  )
  select *
  from counted
  union all
  select known.facet, known.value, 0
  from private.known_values(categories, merchants, brands, null) as known
  where not exists (select from counted where counted.facet = known.facet and counted.value = known.value);
end
$$;

-- What detail_facets counts, of chosen values only those that something matches or, of sizes, would without the others.
create function private.detail_facets_within(
  categories text[],
  merchants text[],
  brands text[],
  from_step integer,
  below_step integer,
  priced_only boolean,
  facet_size integer,
  colour_names text[],
  size_names text[],
  only_in_stock boolean,
  only_fallen boolean
) returns table (facet text, value text, products bigint)
  language plpgsql stable
  set search_path = ''
as $$
#variable_conflict use_column
declare
  counted text;
  fits boolean;
begin
  return query
  with offers as materialized (
    select
      gathered.item_id,
      gathered.colours,
      gathered.size,
      gathered.in_stock,
      gathered.has_fallen,
      colour_names is null or gathered.colours && colour_names as of_colour,
      size_names is null or gathered.size = any (size_names) as of_size,
      gathered.in_stock or not only_in_stock as of_stock,
      gathered.has_fallen or not only_fallen as of_fallen
    from private.gather_offers(categories, merchants, brands, from_step, below_step) as gathered
    where not priced_only or gathered.price_step >= 0
  )
  select 'total', '', count(distinct item_id)
  from offers
  where of_colour and of_size and of_stock and of_fallen
  union all
  (
    select 'colour', named.colour, count(distinct item_id)
    from offers
    cross join unnest(offers.colours) as named (colour)
    where of_size and of_stock and of_fallen
    group by named.colour
    order by named.colour = any (colour_names) desc nulls last, 3 desc, 2
    limit facet_size
  )
  union all
  (
    select 'size', size, count(distinct item_id) filter (where of_colour and of_stock and of_fallen)
    from offers
    where size <> ''
    group by size
    having bool_or(of_colour and of_stock and of_fallen) or size = any (size_names)
    order by size = any (size_names) desc nulls last, 3 desc, 2
    limit facet_size
  )
  union all
  select 'stock', '', count(distinct item_id)
  from offers
  where of_colour and of_size and of_fallen and in_stock
  union all
  select 'fallen', '', count(distinct item_id)
  from offers
  where of_colour and of_size and of_stock and has_fallen;
  if num_nonnulls(colour_names, size_names) = 0 and not only_in_stock and not only_fallen then
    return;
  end if;
  foreach counted in array array['category', 'merchant', 'brand', 'price'] loop
    -- Where the list without the facet's own filter is too long, its chosen values alone are counted.
    fits := private.count_listed(
      case when counted <> 'category' then categories end,
      case when counted <> 'merchant' then merchants end,
      case when counted <> 'brand' then brands end,
      case when counted <> 'price' then from_step end,
      case when counted <> 'price' then below_step end
    ) <= private.most_gathered();
    return query
    with matching as materialized (
      select *
      from private.gather_offers(
        case when counted <> 'category' or not fits then categories end,
        case when counted <> 'merchant' or not fits then merchants end,
        case when counted <> 'brand' or not fits then brands end,
        case when counted <> 'price' or not fits then from_step end,
        case when counted <> 'price' or not fits then below_step end
      ) as gathered
      where (colour_names is null or gathered.colours && colour_names)
        and (size_names is null or gathered.size = any (size_names))
        and (gathered.in_stock or not only_in_stock)
        and (gathered.has_fallen or not only_fallen)
        and (not (priced_only or counted = 'price') or gathered.price_step >= 0)
    )
    select counted, found.value, found.products
    from (
      select
        case counted
          when 'category' then matching.category
          when 'merchant' then matching.merchant_name
          else matching.brand
        end as value,
        count(distinct matching.item_id) as products
      from matching
      where counted <> 'price'
      group by 1
      union all
      select items.steps, count(*)
      from (
        select string_agg(distinct matching.price_step::text, ' ') as steps
        from matching
        where counted = 'price'
        group by matching.item_id
      ) as items
      group by 1
    ) as found
    where found.value <> ''
    order by
      found.value = any (case counted when 'category' then categories when 'merchant' then merchants when 'brand' then brands end)
        desc nulls last,
      found.products desc, found.value
    limit case when counted <> 'price' then facet_size end;
  end loop;
end
$$;

-- As before, of offers. A price has the steps of an item's matching offers in one row ("2 4"), because an item of two steps is
-- one item of a range of both. Chosen values that the catalogue has and nothing matches are told with none.
create or replace function public.detail_facets(
  categories text[] default null,
  merchants text[] default null,
  brands text[] default null,
  from_step integer default null,
  below_step integer default null,
  priced_only boolean default false,
  facet_size integer default 50,
  colour_names text[] default null,
  size_names text[] default null,
  in_stock boolean default false,
  fallen boolean default false
) returns table (facet text, value text, products bigint)
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  listed constant bigint := private.count_listed(categories, merchants, brands, from_step, below_step);
  -- Otherwise listing_facets tells of categories, merchants and brands.
  narrowed constant boolean := num_nonnulls(colour_names, size_names) > 0
    or coalesce(in_stock, false) or coalesce(fallen, false);
begin
  perform private.check_step(from_step), private.check_step(below_step);
  perform private.check_filter(categories), private.check_filter(merchants), private.check_filter(brands),
    private.check_filter(colour_names), private.check_filter(size_names);
  if listed > private.most_gathered() then
    return query select 'too many', '', listed;
    return;
  end if;
  return query
  with counted as materialized (
    select *
    from private.detail_facets_within(
      categories, merchants, brands, from_step, below_step, coalesce(priced_only, false),
      least(greatest(facet_size, 0), 500), colour_names, size_names, coalesce(in_stock, false), coalesce(fallen, false)
    )
  )
  select *
  from counted
  union all
  select known.facet, known.value, 0
  from private.known_values(
    case when narrowed then categories end,
    case when narrowed then merchants end,
    case when narrowed then brands end,
    colour_names
  ) as known
  where not exists (select from counted where counted.facet = known.facet and counted.value = known.value);
end
$$;

-- One page of a list that is narrowed by what detail_facets counts, in the orders of list_products: each item by the best of
-- its offers that match, which says of the item's shops, colours and sizes how many match, and leads as if there were no
-- others. Empty for a list of too many items, of which detail_facets tells.
create or replace function public.narrow_products(
  categories text[] default null,
  merchants text[] default null,
  brands text[] default null,
  from_step integer default null,
  below_step integer default null,
  colour_names text[] default null,
  size_names text[] default null,
  in_stock boolean default false,
  fallen boolean default false,
  sort text default 'newest',
  page_size integer default 24,
  page_start integer default 0
) returns setof public.products
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  only_in_stock constant boolean := coalesce(in_stock, false);
  only_fallen constant boolean := coalesce(fallen, false);
  found_item record;
  product public.products;
begin
  perform private.check_step(from_step), private.check_step(below_step);
  perform private.check_filter(categories), private.check_filter(merchants), private.check_filter(brands),
    private.check_filter(colour_names), private.check_filter(size_names);
  if private.count_listed(categories, merchants, brands, from_step, below_step) > private.most_gathered() then
    return;
  end if;
  for found_item in
    with matching as materialized (
      select products.id, products.item_id, products.merchant_name, lower(products.colour) as colour,
        lower(products.size) as size, products.price, products.currency, products.created_at,
        products.availability = 'out_of_stock' as sold_out
      from private.gather_offers(categories, merchants, brands, from_step, below_step) as gathered
      join public.products on products.id = gathered.id
      where (colour_names is null or gathered.colours && colour_names)
        and (size_names is null or gathered.size = any (size_names))
        and (gathered.in_stock or not only_in_stock)
        and (gathered.has_fallen or not only_fallen)
        and (sort not in ('price-asc', 'price-desc') or products.price is not null)
    ),
    shown as (
      -- As private.is_better says it.
      select distinct on (item_id) *
      from matching
      order by item_id, sold_out, price is null, currency <> 'USD', price, id
    ),
    page as (
      select
        shown.id,
        shown.item_id,
        row_number() over (
          order by
            sold_out,
            case when sort = 'price-asc' then price end,
            case when sort = 'price-asc' then id end,
            case when sort = 'price-desc' then price else extract(epoch from created_at) end desc,
            id desc
        ) as place
      from shown
      order by place
      limit least(greatest(page_size, 0), 100)
      offset greatest(page_start, 0)
    )
    select products as offer, counted.*
    from page
    join public.products on products.id = page.id
    cross join lateral (
      select count(distinct merchant_name) as shops, count(distinct colour) as colours, count(distinct size) as sizes
      from matching
      where matching.item_id = page.item_id
    ) as counted
    order by page.place
  loop
    product := found_item.offer;
    product.leads := true;
    product.shops := least(found_item.shops, 32767);
    product.colours := least(found_item.colours, 32767);
    product.sizes := least(found_item.sizes, 32767);
    return next product;
  end loop;
end
$$;

drop function private.gather_items(text[], text[], text[], integer, integer, boolean);
