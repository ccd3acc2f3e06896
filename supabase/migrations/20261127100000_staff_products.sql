-- The back office's list of products: every offer one by one, hidden ones too, page by page after the last row seen.
--
-- Each order is one of the catalogue's own indexes, read from the cursor on, so that page 20,000 costs what the first does.
-- Conditions hold their values as literals: the plan then knows how rare they are.

-- The offers of these items that say the words themselves: an item is found by the names, colours, sizes and merchants of all its
-- offers, and whoever looks for one of them does not mean its siblings. All of an item where none says them alone.
create function private.offers_saying(items bigint[], wanted tsquery) returns bigint[]
  language sql stable
  set search_path = ''
as $$
  select array_agg(id)
  from (
    select id, says, bool_or(says) over (partition by item_id) as is_said
    from (
      select
        id,
        item_id,
        to_tsvector(
          'private.shop_english',
          concat_ws(' ', product_name, merchant_category, brand, category, merchant_name, colour, size)
        ) @@ wanted as says
      from public.products
      where item_id = any (items) and delisted_at is null
    ) as offers
  ) as offers
  where says or not is_said
$$;

-- What a list of these filters asks of a row. Filters: status (listed, hidden), category, merchant, brand, source (hand for
-- rows without one), availability, price_from, price_to, search (words, an id or a GTIN). Unknown ones are refused, because
-- a bulk action whose filter was misspelt would take the whole catalogue.
create function private.staff_product_conditions(filters jsonb) returns text
  language plpgsql stable
  set search_path = ''
as $$
declare
  hidden constant boolean := coalesce(filters ->> 'status', 'listed') = 'hidden';
  searched constant text := nullif(btrim(filters ->> 'search'), '');
  unknown constant text := (
    select min(key)
    from jsonb_object_keys(filters) as key
    where key not in (
      'status', 'category', 'merchant', 'brand', 'source', 'availability', 'price_from', 'price_to', 'search'
    )
  );
  conditions text := case when hidden then 'delisted_at is not null' else 'delisted_at is null' end;
  read record;
  found bigint[]; -- items
  offers bigint[];
begin
  if unknown is not null or coalesce(filters ->> 'status', 'listed') not in ('listed', 'hidden') then
    raise exception 'Products have no filter "%"', coalesce(unknown, filters ->> 'status')
      using errcode = 'invalid_parameter_value', hint = 'Ask for status listed or hidden, category, merchant, brand, source, availability, price_from, price_to or search.';
  end if;
  if filters ? 'category' then conditions := conditions || format(' and category = %L', filters ->> 'category'); end if;
  if filters ? 'merchant' then conditions := conditions || format(' and merchant_name = %L', filters ->> 'merchant'); end if;
  if filters ? 'brand' then conditions := conditions || format(' and brand = %L', filters ->> 'brand'); end if;
  if filters ->> 'source' = 'hand' then
    conditions := conditions || ' and source is null';
  elsif filters ? 'source' then
    conditions := conditions || format(' and source = %L', filters ->> 'source');
  end if;
  if filters ? 'availability' then conditions := conditions || format(' and availability = %L', filters ->> 'availability'); end if;
  if filters ? 'price_from' then conditions := conditions || format(' and price >= %L', (filters ->> 'price_from')::numeric); end if;
  if filters ? 'price_to' then conditions := conditions || format(' and price <= %L', (filters ->> 'price_to')::numeric); end if;
  -- What a feed calls one product is no word of any, and names that one alone.
  if searched is not null and not hidden then
    select array_agg(products.id) into offers
    from public.feeds
    join public.products on products.feed_id = feeds.id and products.external_id = searched
    where products.delisted_at is null;
  end if;
  if searched ~ '^\d{1,18}$' then
    conditions := conditions || format(' and (id = %L or gtin = %L or id = any (%L::bigint[]))', searched::bigint, searched, offers);
  elsif offers is not null then
    conditions := conditions || format(' and id = any (%L::bigint[])', offers);
  elsif searched is not null and hidden then
    -- Hidden products have no documents; there are few beside those that are listed.
    conditions := conditions || format(' and product_name ilike %L', '%' || replace(replace(replace(left(searched, 200), '\', '\\'), '%', '\%'), '_', '\_') || '%');
  elsif searched is not null then
    -- The first thousand items that have every word, and of those the offers that have them.
    select * into read from private.read_query(searched, true);
    found := (private.match_narrowed(
      coalesce(read.every_word, ''::tsquery), filters ->> 'category', filters ->> 'merchant', null, null, 'newest', read.last_word, false
    )).ids;
    found := array(select distinct products.item_id from public.products where products.id = any (found));
    if cardinality(found) <= 200 then
      conditions := conditions || format(' and id = any (%L::bigint[])', private.offers_saying(found, read.every_word));
    else
      -- Reading the words of each offer of so many would take longer than all the rest: a few words more, and it is done.
      conditions := conditions || format(' and item_id = any (%L::bigint[])', found);
    end if;
  end if;
  return conditions;
end
$$;

-- One page. sort: newest, oldest, price-asc, price-desc; hidden products come in the order in which they were hidden, the
-- last first. after_value and after_id are the sorted column and the id of the last row seen. An order by price leaves out
-- products without one. Security definer, as private.match_narrowed and the conditions of the partial indexes need it.
create function public.staff_products(
  filters jsonb default '{}',
  sort text default 'newest',
  page_size integer default 100,
  after_value text default null,
  after_id bigint default null
)
  returns setof public.products
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  by_price constant boolean := sort in ('price-asc', 'price-desc');
  sort_column constant text := case
    when filters ->> 'status' = 'hidden' then 'delisted_at' when by_price then 'price' else 'created_at'
  end;
  direction constant text := case
    when filters ->> 'status' is distinct from 'hidden' and sort in ('oldest', 'price-asc') then 'asc' else 'desc'
  end;
  conditions text;
begin
  perform private.require_staff('Only staff may see this list');
  conditions := private.staff_product_conditions(filters);
  if sort_column = 'price' then
    conditions := conditions || ' and price is not null';
  end if;
  if after_id is not null then
    conditions := conditions || format(
      ' and (%I, id) %s (%L::%s, %L::bigint)',
      sort_column,
      case direction when 'asc' then '>' else '<' end,
      after_value,
      case sort_column when 'price' then 'numeric' else 'timestamptz' end,
      after_id
    );
  end if;
  return query execute format(
    'select * from public.products where %s order by %I %s, id %s limit %s',
    conditions, sort_column, direction, direction, least(greatest(page_size, 1), 200)
  );
end
$$;
revoke execute on function public.staff_products(jsonb, text, integer, text, bigint) from public, anon;
grant execute on function public.staff_products(jsonb, text, integer, text, bigint) to authenticated;
comment on function public.staff_products(jsonb, text, integer, text, bigint) is
  'One page of the back office''s list of products, after the last row seen.';

-- How many products the same filters find, counted no further than cap: cap + 1 means "more than cap".
create function public.count_staff_products(filters jsonb default '{}', cap integer default 10000) returns integer
  language plpgsql stable security definer -- as staff_products
  set search_path = ''
as $$
declare
  counted integer;
begin
  perform private.require_staff('Only staff may see this list');
  execute format(
    'select count(*) from (select from public.products where %s limit %s) as capped',
    private.staff_product_conditions(filters), least(greatest(cap, 0), 100000) + 1
  ) into counted;
  return counted;
end
$$;
revoke execute on function public.count_staff_products(jsonb, integer) from public, anon;
grant execute on function public.count_staff_products(jsonb, integer) to authenticated;
comment on function public.count_staff_products(jsonb, integer) is
  'How many products the back office''s list holds, counted no further than cap.';
