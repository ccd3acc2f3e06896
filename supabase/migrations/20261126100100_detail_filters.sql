-- Lists narrowed by colour, size, what can be bought and what fell in price, with exact counts. An item has the colours and
-- sizes of all of its listed offers, which no index of one row can tell: the items that the other filters leave are gathered,
-- and so these filters are offered only where those are few enough.

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
  where (categories is null or counts.category = any (categories))
    and counts.merchant_name = any (coalesce(merchants, array['']))
    and (brands is null or counts.brand = any (brands))
    and (from_step is null or counts.price_step >= from_step)
    and (below_step is null or counts.price_step between 0 and below_step - 1)
$$;

-- The items that these filters leave, each by the offer that list_products shows it by (or by the best offer of every
-- merchant), with what they come in. An item has fallen in price when the offer that is shown has, and may say so.
create function private.gather_items(
  categories text[],
  merchants text[],
  brands text[],
  from_step integer,
  below_step integer,
  each_merchant boolean default false
) returns table (
  id bigint,
  category text,
  merchant_name text,
  brand text,
  price_step smallint,
  sold_out boolean,
  has_fallen boolean,
  colours text[],
  sizes text[]
)
  language plpgsql stable
  set search_path = ''
as $$
declare
  conditions text := 'offers.delisted_at is null and ' || case
    when each_merchant then 'offers.leads_merchant'
    when merchants is null then 'offers.leads'
    when cardinality(merchants) = 1 then 'offers.leads_merchant and offers.merchant_name = any ($2)'
    else 'offers.leads_merchant and offers.merchant_name = any ($2)
      and (offers.shops = 1 or not private.stands_behind(offers, $2))'
  end;
begin
  if categories is not null then conditions := conditions || ' and offers.category = any ($1)'; end if;
  if brands is not null then conditions := conditions || ' and offers.brand = any ($3)'; end if;
  if from_step is not null then conditions := conditions || ' and offers.price >= $4'; end if;
  if below_step is not null then conditions := conditions || ' and offers.price < $5'; end if;
  return query execute
    'with shown as materialized (
       select offers.id, offers.item_id, offers.category, offers.merchant_name, coalesce(offers.brand, '''') as brand,
         private.price_step(offers.price) as price_step, offers.availability = ''out_of_stock'' as sold_out,
         offers.price, offers.currency, offers.colours + offers.sizes > 0 as has_details
       from public.products as offers
       where ' || conditions || '
     ),
     details as materialized (
       select variants.item_id,
         array_agg(distinct variants.colour) filter (where variants.colour is not null) as colours,
         array_agg(distinct btrim(variants.size)) filter (where btrim(variants.size) <> '''') as sizes
       from (select distinct shown.item_id from shown where shown.has_details) as items
       join public.products as variants on variants.item_id = items.item_id
       where variants.delisted_at is null
       group by variants.item_id
     ),
     families as materialized (
       select known.colour, known.family
       from private.colour_families(
         (select array_agg(distinct named.colour) from details cross join unnest(details.colours) as named (colour))
       ) as known
     ),
     coloured as materialized (
       select details.item_id, array_agg(distinct families.family) as families
       from details
       cross join unnest(details.colours) as named (colour)
       join families on families.colour = named.colour
       group by details.item_id
     )
     select shown.id, shown.category, shown.merchant_name, shown.brand, shown.price_step, shown.sold_out,
       fallen.product_id is not null, coalesce(coloured.families, ''{}''), coalesce(details.sizes, ''{}'')
     from shown
     left join details on details.item_id = shown.item_id
     left join coloured on coloured.item_id = shown.item_id
     left join public.price_drops as fallen
       on fallen.product_id = shown.id
       and fallen.price = shown.price
       and fallen.currency = shown.currency
       and fallen.dropped_at > now() - interval ''30 days''
       and private.tracks_prices()
       and fallen.merchant_name in (select name from public.merchants where may_show_history)
       and (fallen.source is null or fallen.source in (select networks.id from public.networks where may_show_history))'
  using categories, merchants, brands, (private.price_edges())[from_step], (private.price_edges())[below_step];
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
#variable_conflict use_column
declare
  listed constant bigint := private.count_listed(categories, merchants, brands, from_step, below_step);
  longest constant integer := least(greatest(facet_size, 0), 500);
  counted text;
  fits boolean;
begin
  perform private.check_step(from_step), private.check_step(below_step);
  perform private.check_filter(categories), private.check_filter(merchants), private.check_filter(brands),
    private.check_filter(colour_names), private.check_filter(size_names);
  if listed > private.most_gathered() then
    return query select 'too many', '', listed;
    return;
  end if;
  return query
  with items as materialized (
    select
      gathered.*,
      colour_names is null or gathered.colours && colour_names as of_colour,
      size_names is null or gathered.sizes && size_names as of_size,
      not (in_stock and gathered.sold_out) as of_stock,
      not fallen or gathered.has_fallen as of_fallen
    from private.gather_items(categories, merchants, brands, from_step, below_step) as gathered
    where not priced_only or gathered.price_step >= 0
  )
  select 'total', '', count(*)
  from items
  where of_colour and of_size and of_stock and of_fallen
  union all
  (
    select 'colour', named.colour, count(*)
    from items
    cross join unnest(items.colours) as named (colour)
    where of_size and of_stock and of_fallen
    group by named.colour
    order by named.colour = any (colour_names) desc nulls last, 3 desc, 2
    limit longest
  )
  union all
  (
    select 'size', named.size, count(*)
    from items
    cross join unnest(items.sizes) as named (size)
    where of_colour and of_stock and of_fallen
    group by named.size
    order by named.size = any (size_names) desc nulls last, 3 desc, 2
    limit longest
  )
  union all
  select 'stock', '', count(*)
  from items
  where of_colour and of_size and of_fallen and not sold_out
  union all
  select 'fallen', '', count(*)
  from items
  where of_colour and of_size and of_stock and has_fallen;
  if num_nonnulls(colour_names, size_names) = 0 and not in_stock and not fallen then
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
    select counted, found.value, found.products
    from (
      select
        case counted
          when 'category' then gathered.category
          when 'merchant' then gathered.merchant_name
          when 'brand' then gathered.brand
          else gathered.price_step::text
        end as value,
        count(*) as products
      from private.gather_items(
        case when counted <> 'category' or not fits then categories end,
        case when counted <> 'merchant' or not fits then merchants end,
        case when counted <> 'brand' or not fits then brands end,
        case when counted <> 'price' or not fits then from_step end,
        case when counted <> 'price' or not fits then below_step end,
        counted = 'merchant' and fits
      ) as gathered
      where (colour_names is null or gathered.colours && colour_names)
        and (size_names is null or gathered.sizes && size_names)
        and not (in_stock and gathered.sold_out)
        and (not fallen or gathered.has_fallen)
        and (not (priced_only or counted = 'price') or gathered.price_step >= 0)
      group by 1
    ) as found
    where found.value <> ''
    order by
      found.value = any (case counted when 'category' then categories when 'merchant' then merchants when 'brand' then brands end)
        desc nulls last,
      found.products desc, found.value
    limit longest;
  end loop;
end
$$;
comment on function public.detail_facets(
  text[], text[], text[], integer, integer, boolean, integer, text[], text[], boolean, boolean
) is 'Colors, sizes, stock and price drops that a list can be narrowed by, with their numbers of items.';
grant execute on function public.detail_facets(
  text[], text[], text[], integer, integer, boolean, integer, text[], text[], boolean, boolean
) to anon, authenticated, service_role;

-- One page of a list that is narrowed by what detail_facets counts, in the orders of list_products. Empty for a list of too
-- many items, of which detail_facets tells.
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
begin
  perform private.check_step(from_step), private.check_step(below_step);
  perform private.check_filter(categories), private.check_filter(merchants), private.check_filter(brands),
    private.check_filter(colour_names), private.check_filter(size_names);
  if private.count_listed(categories, merchants, brands, from_step, below_step) > private.most_gathered() then
    return;
  end if;
  return query
  select products.*
  from private.gather_items(categories, merchants, brands, from_step, below_step) as gathered
  join public.products on products.id = gathered.id
  where (colour_names is null or gathered.colours && colour_names)
    and (size_names is null or gathered.sizes && size_names)
    and not (in_stock and gathered.sold_out)
    and (not fallen or gathered.has_fallen)
    and (sort not in ('price-asc', 'price-desc') or products.price is not null)
  order by
    gathered.sold_out,
    case when sort = 'price-asc' then products.price end,
    case when sort = 'price-asc' then products.id end,
    case when sort = 'price-desc' then products.price else extract(epoch from products.created_at) end desc,
    products.id desc
  limit least(greatest(page_size, 0), 100)
  offset greatest(page_start, 0);
end
$$;
comment on function public.narrow_products(
  text[], text[], text[], integer, integer, text[], text[], boolean, boolean, text, integer, integer
) is 'One page of a list that is narrowed by color, size, stock or price drop.';
grant execute on function public.narrow_products(
  text[], text[], text[], integer, integer, text[], text[], boolean, boolean, text, integer, integer
) to anon, authenticated, service_role;
