-- Lists narrowed by colour, size, what can be bought and what fell in price, with exact counts. Every filter is met by one
-- and the same offer (docs/decisions/0089-filters-of-offers.md). An item has the colours and sizes of all of its listed
-- offers, which no index of one row can tell: the offers that the other filters leave are gathered, and so these filters are
-- offered only where those are few enough.

-- What merchants call a colour, as one of fourteen that people filter by. The last known word decides: "dusty rose" is a
-- pink, "rose gold" a gold.
create table private.colour_words (
  word text primary key,
  family text not null
);
comment on table private.colour_words is 'Words for colours, by the family that lists are filtered by.';
alter table private.colour_words enable row level security;

insert into private.colour_words (word, family)
select word, families.family
from (values
  ('Beige', 'beige oat oatmeal sand ecru nude natural stone camel tan taupe champagne fawn linen'),
  ('Black', 'black charcoal jet onyx ebony'),
  ('Blue', 'blue navy sky cobalt indigo denim midnight sapphire aqua turquoise azure'),
  ('Brown', 'brown chocolate cinnamon cocoa mocha walnut tobacco caramel espresso chestnut bronze'),
  ('Gold', 'gold golden brass'),
  ('Gray', 'gray grey slate graphite smoke ash'),
  ('Green', 'green sage olive eucalyptus emerald mint khaki teal moss forest jade lime'),
  ('Orange', 'orange terracotta rust apricot peach coral clay amber copper salmon'),
  ('Pink', 'pink blush rose fuchsia magenta'),
  ('Purple', 'purple plum lilac lavender mauve violet'),
  ('Red', 'red berry burgundy bordeaux wine ruby crimson scarlet maroon rosewood cherry'),
  ('Silver', 'silver chrome'),
  ('White', 'white ivory cream pearl vanilla snow'),
  ('Yellow', 'yellow butter honey mustard lemon ochre')
) as families (family, words)
cross join lateral regexp_split_to_table(families.words, ' ') as word;

-- The families of each of these colours: more than one where a merchant names several ("black/gold"), none where none is known.
create function private.colour_families(colours text[]) returns table (colour text, family text)
  language sql stable
  set search_path = ''
as $$
  select distinct named.colour, last_known.family
  from unnest(colours) as named (colour)
  cross join lateral regexp_split_to_table(lower(left(named.colour, 200)), '[/,&+]|\mand\M') as part
  cross join lateral (
    select known.family
    from regexp_split_to_table(part, '[^[:alpha:]]+') with ordinality as words (word, place)
    join private.colour_words as known on known.word = words.word
    order by words.place desc
    limit 1
  ) as last_known
$$;

-- As many items are gathered for one list: some 50 ms of work at a hundred thousand items. A list of more is narrowed by its other filters first.
create function private.most_gathered() returns integer
  language sql immutable parallel safe
  set search_path = ''
as $$
  select 3000
$$;

-- How many items these filters leave, out of the counts; an item of several chosen merchants counts at each.
create function private.count_listed(
  categories text[], merchants text[], brands text[], from_step integer, below_step integer
) returns bigint
  language sql stable
  set search_path = ''
as $$
  select coalesce(sum(products), 0)::bigint
  from private.listing_counts as counts
  cross join (select private.steps_within(from_step, below_step, false) as steps offset 0) as asked
  where (categories is null or counts.category = any (categories))
    and counts.merchant_name = any (coalesce(merchants, array['']))
    and (brands is null or counts.brand = any (brands))
    and private.step_bit(counts.price_step) & asked.steps <> 0
    and counts.better_steps & asked.steps = 0
$$;

-- Which of these offers are proven drops. By an array of ids, which are looked up: joined, Postgres would read every drop and
-- its product. A function of its own, so that its plan is made once and not with every list.
create function private.fallen_among(offers bigint[]) returns setof bigint
  language plpgsql stable
  set search_path = ''
as $$
begin
  return query
  select drops.product_id
  from private.proven_drops as drops
  where drops.product_id = any (offers);
end
$$;

-- The listed offers that these filters leave, each with what else lists are narrowed by: the families of its colour, its
-- size, whether its merchant tells that it is in stock, and whether its price is a proven drop.
create function private.gather_offers(
  categories text[],
  merchants text[],
  brands text[],
  from_step integer,
  below_step integer,
  items bigint[] default null -- of these items alone
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
  if items is not null then conditions := conditions || ' and offers.item_id = any ($6)'; end if;
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
       from private.colour_families(array(select distinct offers.colour from offers)) as known
       group by known.colour
     )
     select offers.id, offers.item_id, offers.category, offers.merchant_name, offers.brand, offers.price_step,
       offers.in_stock, fallen.id is not null, coalesce(families.families, ''{}''), offers.size
     from offers
     left join families on families.colour = offers.colour
     left join private.fallen_among(array(select offers.id from offers)) as fallen (id) on fallen.id = offers.id'
  using categories, merchants, brands, (private.price_edges())[from_step], (private.price_edges())[below_step],
    items;
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

-- What detail_facets counts, of chosen values only those that something matches or, of sizes, would without the others.
-- Offers are gathered once, and again only for each other filter that is set, whose values are counted without it: for those
-- that are not set it would be the same offers. Where the list without a set filter is too long, its chosen values alone are
-- counted. Distinct items are found by hashing: count(distinct) would sort the texts of every offer.
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
begin
  return query
  with others as materialized (
    select
      named.facet,
      named.is_set
        and private.count_listed(
          case when named.facet <> 'category' then categories end,
          case when named.facet <> 'merchant' then merchants end,
          case when named.facet <> 'brand' then brands end,
          case when named.facet <> 'price' then from_step end,
          case when named.facet <> 'price' then below_step end
        ) <= private.most_gathered() as is_wider
    from (
      values
        ('category', categories is not null),
        ('merchant', merchants is not null),
        ('brand', brands is not null),
        ('price', num_nonnulls(from_step, below_step) > 0)
    ) as named (facet, is_set)
    -- Otherwise listing_facets tells of them.
    where num_nonnulls(colour_names, size_names) > 0 or only_in_stock or only_fallen
  ),
  gathered as materialized (
    select '' as facet, listed.*
    from private.gather_offers(categories, merchants, brands, from_step, below_step) as listed
    union all
    select wider.facet, listed.*
    from (select others.facet from others where others.is_wider) as wider
    cross join lateral private.gather_offers(
      case when wider.facet <> 'category' then categories end,
      case when wider.facet <> 'merchant' then merchants end,
      case when wider.facet <> 'brand' then brands end,
      case when wider.facet <> 'price' then from_step end,
      case when wider.facet <> 'price' then below_step end
    ) as listed
  ),
  offers as materialized (
    select
      gathered.*,
      colour_names is null or gathered.colours && colour_names as of_colour,
      size_names is null or gathered.size = any (size_names) as of_size,
      gathered.in_stock or not only_in_stock as of_stock,
      gathered.has_fallen or not only_fallen as of_fallen
    from gathered
    where not priced_only or gathered.price_step >= 0
  ),
  listed as materialized (
    select item_id, colours, size, in_stock, has_fallen, of_colour, of_size, of_stock, of_fallen
    from offers
    where facet = ''
  ),
  matching as materialized (
    select others.facet, offers.item_id, offers.category, offers.merchant_name, offers.brand, offers.price_step
    from offers
    join others on offers.facet = case when others.is_wider then others.facet else '' end
    where of_colour and of_size and of_stock and of_fallen
  ),
  other_values as (
    select items.facet, items.value, count(*) as products
    from (
      select distinct
        matching.facet,
        case matching.facet
          when 'category' then matching.category
          when 'merchant' then matching.merchant_name
          else matching.brand
        end as value,
        matching.item_id
      from matching
      where matching.facet <> 'price'
    ) as items
    group by items.facet, items.value
    union all
    select 'price', items.price_step || coalesce('/' || items.lower_steps, ''), count(*)
    from (
      select
        matching.price_step,
        bit_or(private.step_bit(matching.price_step)) over (
          partition by matching.item_id
          order by matching.price_step
          rows between unbounded preceding and 1 preceding
        ) as lower_steps
      from matching
      where matching.facet = 'price' and matching.price_step >= 0
      group by matching.item_id, matching.price_step
    ) as items
    group by items.price_step, items.lower_steps
  )
  select 'total', '', count(distinct item_id)
  from listed
  where of_colour and of_size and of_stock and of_fallen
  union all
  (
    select 'colour', items.colour, count(*)
    from (
      select distinct item_id, unnest(colours) as colour
      from listed
      where of_size and of_stock and of_fallen
    ) as items
    group by items.colour
    order by items.colour = any (colour_names) desc nulls last, 3 desc, 2
    limit facet_size
  )
  union all
  (
    select 'size', items.size, count(*) filter (where items.matches)
    from (
      select size, item_id, bool_or(of_colour and of_stock and of_fallen) as matches
      from listed
      where size <> ''
      group by size, item_id
    ) as items
    group by items.size
    having bool_or(items.matches) or items.size = any (size_names)
    order by items.size = any (size_names) desc nulls last, 3 desc, 2
    limit facet_size
  )
  union all
  select 'stock', '', count(distinct item_id)
  from listed
  where of_colour and of_size and of_fallen and in_stock
  union all
  select 'fallen', '', count(distinct item_id)
  from listed
  where of_colour and of_size and of_stock and has_fallen
  union all
  select ranked.facet, ranked.value, ranked.products
  from (
    select
      other_values.*,
      row_number() over (
        partition by other_values.facet
        order by
          other_values.value = any (
            case other_values.facet when 'category' then categories when 'merchant' then merchants when 'brand' then brands end
          ) desc nulls last,
          other_values.products desc,
          other_values.value
      ) as place
    from other_values
    where other_values.value <> ''
  ) as ranked
  where ranked.facet = 'price' or ranked.place <= facet_size;
end
$$;

-- The colours, sizes, and numbers of items in stock and fallen in price that a list can be narrowed by, each under the
-- filters of the others; and, where one of them is set, everything that listing_facets counts as well. A list of too many
-- items has the one row 'too many'.
-- Security definer: row-level security would hide the indexes' conditions; only listed products are counted, and drops
-- under the conditions of their policy.
create function public.detail_facets(
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
comment on function public.detail_facets(
  text[], text[], text[], integer, integer, boolean, integer, text[], text[], boolean, boolean
) is 'Colors, sizes, stock and price drops that a list can be narrowed by, with their numbers of items.';
grant execute on function public.detail_facets(
  text[], text[], text[], integer, integer, boolean, integer, text[], text[], boolean, boolean
) to anon, authenticated, service_role;

-- One page of a list that is narrowed by what detail_facets counts, in the orders of list_products: each item by the best of
-- its offers that match, which says of the item's shops, colours and sizes how many match, and whether it is the lowest of
-- those. Empty for a list of too many items, of which detail_facets tells.
-- Security definer: as detail_facets.
create function public.narrow_products(
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
        lower(products.size) as size, products.price, products.currency, products.delivery_cost, products.availability,
        products.created_at, products.availability = 'out_of_stock' as sold_out
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
      order by item_id, private.offer_class(availability, price, currency), private.offer_total(price, delivery_cost), id
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
    join (
      select item_id, count(distinct merchant_name) as shops, count(distinct colour) as colours,
        count(distinct size) as sizes, min(price) filter (where not sold_out) as lowest
      from matching
      where item_id = any (array(select page.item_id from page))
      group by item_id
    ) as counted on counted.item_id = page.item_id
    order by page.place
  loop
    product := found_item.offer;
    product.is_lowest := product.price <= coalesce(found_item.lowest, product.price);
    product.shops := least(found_item.shops, 32767);
    product.colours := least(found_item.colours, 32767);
    product.sizes := least(found_item.sizes, 32767);
    return next product;
  end loop;
end
$$;
comment on function public.narrow_products(
  text[], text[], text[], integer, integer, text[], text[], boolean, boolean, text, integer, integer
) is 'One page of a list that is narrowed by color, size, stock or price drop.';
grant execute on function public.narrow_products(
  text[], text[], text[], integer, integer, text[], text[], boolean, boolean, text, integer, integer
) to anon, authenticated, service_role;
