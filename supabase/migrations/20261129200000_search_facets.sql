-- Results of a search narrowed by brand, colour, size, stock and price drop, as lists are (detail_filters): one offer of an item
-- meets every filter.

-- The offers of found items that pass every filter. Category and brand are those of the offer that leads the item, by which it
-- was found.
create function private.matching_offers(
  found bigint[],
  merchant_param text,
  at_least numeric,
  below numeric,
  colour_param text,
  size_param text,
  only_in_stock boolean,
  only_fallen boolean
) returns table (
  id bigint,
  item_id bigint,
  place bigint,
  category text,
  brand text,
  merchant_name text,
  in_stock boolean,
  has_fallen boolean,
  colours text[],
  size text
)
  language sql stable
  set search_path = ''
as $$
  with items as materialized (
    select shown.item_id, one.place, lead.category, coalesce(lead.brand, '') as brand
    from unnest(found) with ordinality as one (product_id, place)
    join public.products as shown on shown.id = one.product_id
    join public.products as lead on lead.item_id = shown.item_id and lead.leads and lead.delisted_at is null
  )
  select
    gathered.id, items.item_id, items.place, items.category, items.brand, gathered.merchant_name,
    gathered.in_stock, gathered.has_fallen, gathered.colours, gathered.size
  from private.gather_offers(null, null, null, null, null, array(select item_id from items)) as gathered
  join items on items.item_id = gathered.item_id
  join public.products as offer on offer.id = gathered.id
  where (merchant_param is null or gathered.merchant_name = merchant_param)
    and (at_least is null or offer.price >= at_least)
    and (below is null or offer.price < below)
    and (colour_param is null or colour_param = any (gathered.colours))
    and (size_param is null or gathered.size = size_param)
    and (gathered.in_stock or not coalesce(only_in_stock, false))
    and (gathered.has_fallen or not coalesce(only_fallen, false))
$$;

-- The found items that pass, each by the best of its offers that do, in the order of the search. None of more than a thousand:
-- what is left of those could not be told.
create function private.narrow_found(
  found bigint[],
  sort_param text,
  merchant_param text,
  at_least numeric,
  below numeric,
  colour_param text,
  size_param text,
  only_in_stock boolean,
  only_fallen boolean
) returns bigint[]
  language sql stable
  set search_path = ''
as $$
  select coalesce(
    array_agg(
      shown.id
      order by
        shown.sold_out,
        case when sort_param = 'price-asc' then shown.price end,
        case when sort_param = 'price-desc' then shown.price end desc nulls last,
        case when sort_param = 'newest' then shown.created_at end desc,
        shown.place
    ),
    '{}'
  )
  from (
    -- As private.is_better says it.
    select distinct on (matching.item_id)
      offer.id, matching.place, offer.price, offer.created_at, offer.availability = 'out_of_stock' as sold_out
    from private.matching_offers(
      case when cardinality(found) <= 1000 then found end,
      merchant_param, at_least, below, colour_param, size_param, only_in_stock, only_fallen
    ) as matching
    join public.products as offer on offer.id = matching.id
    order by
      matching.item_id, private.offer_class(offer.availability, offer.price, offer.currency),
      private.offer_total(offer.price, offer.delivery_cost), offer.id
  ) as shown
$$;

-- What the products of a search can be narrowed by, each value with the number of items that choosing it leaves beside the
-- filters that are set. A search of more than a thousand items has the one row 'too many'.
-- Security definer as search_shop.
create function public.search_facets(
  query_text text,
  as_typed boolean default false,
  category_param text default null,
  merchant_param text default null,
  brand_param text default null,
  price_from numeric default null,
  price_below numeric default null,
  colour_param text default null,
  size_param text default null,
  only_in_stock boolean default false,
  only_fallen boolean default false,
  facet_size integer default 40
) returns table (facet text, value text, products bigint)
  language plpgsql stable security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  read record;
  nearly record;
  asked tsquery;
  found bigint[];
  products_alone boolean;
begin
  perform private.check_price(price_from), private.check_price(price_below),
    private.check_name(category_param), private.check_name(merchant_param), private.check_name(brand_param),
    private.check_name(colour_param), private.check_name(size_param);
  select * into read from private.read_query(query_text, as_typed);
  price_from := coalesce(price_from, read.at_least);
  price_below := coalesce(price_below, read.below);
  products_alone := num_nonnulls(price_from, price_below, brand_param, merchant_param, colour_param, size_param) > 0
    or coalesce(only_in_stock, false) or coalesce(only_fallen, false);
  for attempt in 1 .. 4 loop
    if attempt = 2 then
      select * into nearly from private.read_nearly(read.clauses, read.clause_words, read.clause_places, read.meant);
      continue when nearly.every_word is null;
      read.every_word := nearly.every_word;
    end if;
    asked := private.search_attempt(attempt, read.every_word, read.known_words, read.any_word, read.last_word);
    found := (
      private.match_products(
        asked, category_param, merchant_param, price_from, price_below, null, read.last_word, brand_param
      )
    ).ids;
    -- As search_shop: what is at Amazon ends a search as well, as long as it counts.
    exit when cardinality(found) > 0
      or not products_alone and cardinality(private.match_amazon_products(asked, category_param)) > 0;
  end loop;
  if cardinality(found) > 1000 then
    return query select 'too many', '', cardinality(found)::bigint;
    return;
  end if;
  return query
  with matching as materialized (
    select *
    from private.matching_offers(
      found, merchant_param, price_from, price_below, colour_param, size_param, only_in_stock, only_fallen
    )
  ),
  valued as (
    select 'category' as facet, category as value, item_id from matching
    union
    select 'merchant', merchant_name, item_id from matching
    union
    select 'brand', brand, item_id from matching
    union
    select 'colour', unnest(colours), item_id from matching
    union
    select 'size', size, item_id from matching
    union
    select 'stock', 'yes', item_id from matching where in_stock
    union
    select 'fallen', 'yes', item_id from matching where has_fallen
  ),
  counted as (
    select
      valued.facet, valued.value, count(*) as products,
      row_number() over (partition by valued.facet order by count(*) desc, valued.value) as place
    from valued
    where valued.value <> ''
    group by valued.facet, valued.value
  )
  select counted.facet, counted.value, counted.products
  from counted
  where counted.place <= least(greatest(facet_size, 0), 500)
  union all
  select 'total', '', count(distinct matching.item_id)
  from matching;
end
$$;
comment on function public.search_facets(
  text, boolean, text, text, text, numeric, numeric, text, text, boolean, boolean, integer
) is 'What the products of a search can be narrowed by, with their numbers of items.';
grant execute on function public.search_facets(
  text, boolean, text, text, text, numeric, numeric, text, text, boolean, boolean, integer
) to anon, authenticated, service_role;
