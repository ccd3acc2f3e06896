-- Items: the offers, colours and sizes of one thing are one item, and one of its offers leads it in lists, searches and
-- counts. docs/decisions/0063-items.md says how two offers are known to be of one item.

-- Where one step of the price filter ends and the next begins. site/features/listing/listing.ts has the same list; a test compares them.
create function private.price_edges() returns numeric[]
  language sql immutable parallel safe
as $$
  select '{10,25,50,75,100,150,200,300,500}'::numeric[]
$$;

-- The step a price lies in: 0 is below the first edge, 9 is the last edge and above, -1 is no price.
create function private.price_step(price numeric) returns smallint
  language sql immutable parallel safe
as $$
  select case when price is null then -1 else pg_catalog.width_bucket(price, private.price_edges()) end::smallint
$$;

-- Sets of steps are numbers with a bit for each: the lowest for no price, then one for every step, 2047 for all.
create function private.step_bit(step integer) returns smallint
  language sql immutable parallel safe
as $$
  select (1 << (step + 1))::smallint
$$;

-- The steps that a list's filter leaves; priced_only: also without one, what has no price is left out. Steps that there are none
-- of are refused by private.check_step; here they are those at the ends.
create function private.steps_within(from_step integer, below_step integer, priced_only boolean) returns smallint
  language sql immutable parallel safe
as $$
  select greatest(
    (1 << (greatest(least(coalesce(below_step, 10), 10), 0) + 1))
      - (1 << (
        greatest(least(coalesce(from_step, case when below_step is not null or priced_only then 0 else -1 end), 10), -1) + 1
      )),
    0
  )::smallint
$$;

-- The steps with offers better than one, or all where one of them lies in its own step: then it stands for the item nowhere.
create function private.steps_behind(better_steps smallint, own_step smallint) returns smallint
  language sql immutable parallel safe
as $$
  select case when better_steps & own_step <> 0 then 2047::smallint else better_steps end
$$;

-- A name without case, accents and punctuation: two merchants that write one name differ in those.
create function private.plain_name(source_text text) returns text
  language sql immutable parallel safe
  set search_path = ''
as $$
  select trim(regexp_replace(lower(extensions.unaccent('extensions.unaccent', source_text)), '[^[:alnum:]]+', ' ', 'g'))
$$;

-- Words behind a dash that say in which colour a thing is sold, for feeds that have no column for it.
create function private.is_colour(words text) returns boolean
  language sql immutable parallel safe
  set search_path = ''
as $$
  select string_to_array(words, ' ') <@ array[
    'and', 'light', 'dark', 'deep', 'soft', 'pale', 'bright', 'dusty', 'matte', 'multi', 'multicolor', 'multicolour',
    'amber', 'apricot', 'aqua', 'beige', 'berry', 'black', 'blue', 'blush', 'bordeaux', 'brass', 'bronze', 'brown', 'burgundy',
    'butter', 'camel', 'caramel', 'champagne', 'charcoal', 'chocolate', 'cinnamon', 'clay', 'cobalt', 'cocoa', 'copper', 'coral',
    'cream', 'crimson', 'denim', 'ecru', 'emerald', 'fuchsia', 'gold', 'golden', 'graphite', 'gray', 'green', 'grey', 'honey',
    'indigo', 'ivory', 'khaki', 'lavender', 'lemon', 'lilac', 'magenta', 'maroon', 'mauve', 'mint', 'mocha', 'mustard', 'natural',
    'navy', 'nude', 'oat', 'oatmeal', 'ochre', 'olive', 'orange', 'peach', 'pearl', 'pink', 'plum', 'purple', 'red', 'rose',
    'rosewood', 'ruby', 'rust', 'sage', 'salmon', 'sand', 'sapphire', 'scarlet', 'silver', 'sky', 'slate', 'stone', 'tan', 'taupe',
    'teal', 'terracotta', 'tobacco', 'turquoise', 'vanilla', 'violet', 'walnut', 'white', 'wine', 'yellow'
  ]
$$;

-- What an item is called: its name without brand in front and without the offer's own colour and size behind, in plain
-- letters; with the brand, or for a product without one with its merchant, because two merchants' "silk scarf" are two
-- things. As a number, for a million of them are compared. One pass over all four texts: each further one costs an import
-- 8 s a million.
create function private.item_label(product_name text, brand text, merchant_name text, colour text, size text)
  returns bigint
  language plpgsql immutable parallel safe
  set search_path = ''
as $$
declare
  -- \x1f separates the texts and is no letter.
  folded text[] := string_to_array(
    regexp_replace(
      lower(extensions.unaccent(
        'extensions.unaccent',
        concat_ws(
          E'\x1f',
          product_name, coalesce(brand, ''), coalesce(colour, ''), coalesce(size, ''),
          case when colour is null and strpos(product_name, ' ') > 0
            then substring(product_name from '\s[-–—|]\s+([^-–—|]{3,30})$') end
        )
      )),
      '[^[:alnum:]\x1f]+', ' ', 'g'
    ),
    E'\x1f'
  );
  plain_brand constant text := btrim(folded[2]);
  name text := ' ' || btrim(folded[1]);
  ending text;
begin
  if plain_brand <> '' and starts_with(name, ' ' || plain_brand || ' ') then
    name := substr(name, length(plain_brand) + 2);
  end if;
  if folded[5] is not null and private.is_colour(btrim(folded[5])) then
    folded[3] := folded[5];
  end if;
  -- In either order, as "Camel, M" and "M Camel".
  foreach ending in array array[folded[4], folded[3], folded[4]] loop
    ending := ' ' || btrim(ending);
    if ending <> ' ' and name <> ending and right(name, length(ending)) = ending then
      name := left(name, -length(ending));
    end if;
  end loop;
  return hashtextextended(
    case when plain_brand = '' then 'merchant ' || merchant_name else 'brand ' || plain_brand end
      || E'\x1f' || name collate "C",
    0
  );
end
$$;

-- Labels that belong to an item of another number, because a GTIN or a merchant's own group says that they are one thing.
create table private.item_aliases (
  label bigint primary key,
  item_id bigint not null
);
comment on table private.item_aliases is 'Names of items that are known to be another item.';
create index item_aliases_item on private.item_aliases (item_id);
alter table private.item_aliases enable row level security;

-- The item that a product written by hand belongs to. A merchant's group or a GTIN comes before the name.
create function private.item_of(product public.products) returns bigint
  language plpgsql volatile
  set search_path = ''
as $$
declare
  own_label constant bigint := private.item_label(
    product.product_name, product.brand, product.merchant_name, product.colour, product.size
  );
  item bigint;
begin
  select other.item_id
  into item
  from public.products as other
  where other.feed_id = product.feed_id
    and other.variant_group = product.variant_group
    and other.delisted_at is null
    and other.id <> product.id
  limit 1;
  if item is null then
    select other.item_id
    into item
    from public.products as other
    where other.gtin = product.gtin
      and other.delisted_at is null
      and other.id <> product.id
    limit 1;
  end if;
  if item is not null and item <> own_label then
    insert into private.item_aliases (label, item_id)
    values (own_label, item)
    on conflict (label) do nothing;
  end if;
  return coalesce(item, (select aliases.item_id from private.item_aliases as aliases where aliases.label = own_label), own_label);
end
$$;

-- Trigger: the item of a product that is written by hand. The importer computes items in bulk.
create function private.identify_product() returns trigger
  language plpgsql security definer -- editors write products, and no client writes aliases
  set search_path = ''
as $$
begin
  new.item_id := private.item_of(new);
  return new;
end
$$;

create trigger identify_new_product
  before insert on public.products
  for each row
  when (coalesce(current_setting('shop.bulk_import', true), '') <> 'on')
  execute function private.identify_product();

create trigger identify_changed_product
  before update of product_name, brand, merchant_name, gtin, variant_group, colour, size on public.products
  for each row
  when (
    coalesce(current_setting('shop.bulk_import', true), '') <> 'on'
    and (new.product_name, new.brand, new.merchant_name, new.gtin, new.variant_group, new.colour, new.size)
      is distinct from (old.product_name, old.brand, old.merchant_name, old.gtin, old.variant_group, old.colour, old.size)
  )
  execute function private.identify_product();

-- Which of two offers is the better one, in lists and behind a product page's button alike
-- (site/features/product/best-offer.ts): the lower class, then the lower total, then the older row.

-- How surely a thing can be had: in stock, not told, ordered ahead, sold out.
create function private.stock_rank(availability text) returns integer
  language sql immutable parallel safe
as $$
  select pg_catalog.array_position('{in_stock,unknown,preorder,backorder,out_of_stock}'::pg_catalog.text[], availability)
$$;

-- What can be bought, at a known price, in US dollars, the more surely. Without a set clause, as offer_total, so that Postgres
-- inlines it.
create function private.offer_class(availability text, price numeric, currency text) returns integer
  language sql immutable parallel safe
as $$
  select private.stock_rank(availability)
    + case when availability = 'out_of_stock' then 40 else 0 end
    + case when price is null then 20 else 0 end
    + case when currency <> 'USD' then 10 else 0 end
$$;

-- What is paid in the end, as far as it is known.
create function private.offer_total(price numeric, delivery_cost numeric) returns numeric
  language sql immutable parallel safe
as $$
  select coalesce(price + coalesce(delivery_cost, 0), 0)
$$;

-- Chooses the leading offers of these items, in all and within steps of price, counts their merchants, colours and sizes, and
-- writes their search documents.
create function private.refresh_items(items bigint[]) returns void
  language plpgsql
  set search_path = ''
  -- A plan made for an empty shop would read a full one for each item.
  set plan_cache_mode = force_custom_plan
as $$
begin
  if cardinality(items) = 0 then
    return;
  end if;
  with ranked as (
    select
      products.id,
      products.item_id,
      products.merchant_name,
      private.step_bit(private.price_step(products.price)) as own_step,
      coalesce(bit_or(private.step_bit(private.price_step(products.price))) over better, 0::smallint) as better_steps,
      coalesce(bit_or(private.step_bit(private.price_step(products.price))) over better_of_merchant, 0::smallint)
        as merchant_better_steps,
      coalesce(
        products.price = min(products.price) over (
          partition by products.item_id, products.currency, products.availability = 'out_of_stock'
        )
          and (products.availability <> 'out_of_stock' or every(products.availability = 'out_of_stock') over item),
        false
      ) as is_lowest,
      lower(products.colour) as colour,
      lower(products.size) as size
    from (select distinct unnest(items)) as item (id)
    join public.products on products.item_id = item.id
    where products.delisted_at is null
    window
      item as (partition by products.item_id),
      better as (
        partition by products.item_id
        order by private.offer_class(products.availability, products.price, products.currency),
          private.offer_total(products.price, products.delivery_cost), products.id
        rows between unbounded preceding and 1 preceding
      ),
      better_of_merchant as (
        partition by products.item_id, products.merchant_name
        order by private.offer_class(products.availability, products.price, products.currency),
          private.offer_total(products.price, products.delivery_cost), products.id
        rows between unbounded preceding and 1 preceding
      )
  ),
  offers as materialized (
    select
      ranked.id,
      ranked.item_id,
      ranked.merchant_name,
      ranked.better_steps = 0 as leads,
      ranked.merchant_better_steps = 0 as leads_merchant,
      private.steps_behind(ranked.better_steps, ranked.own_step) as better_steps,
      private.steps_behind(ranked.merchant_better_steps, ranked.own_step) as merchant_better_steps,
      ranked.is_lowest,
      ranked.colour,
      ranked.size
    from ranked
  ),
  counted as materialized (
    select
      offers.item_id,
      least(count(distinct merchant_name), 32767)::smallint as shops,
      least(count(distinct offers.colour), 32767)::smallint as colours,
      least(count(distinct offers.size), 32767)::smallint as sizes
    from offers
    group by offers.item_id
  )
  update public.products
  set leads = offers.leads,
    leads_merchant = offers.leads_merchant,
    better_steps = offers.better_steps,
    merchant_better_steps = offers.merchant_better_steps,
    is_lowest = offers.is_lowest,
    shops = counted.shops,
    colours = counted.colours,
    sizes = counted.sizes
  from offers
  join counted using (item_id)
  where products.id = offers.id
    and (
      products.leads, products.leads_merchant, products.better_steps, products.merchant_better_steps,
      products.is_lowest, products.shops, products.colours, products.sizes
    ) is distinct from (
      offers.leads, offers.leads_merchant, offers.better_steps, offers.merchant_better_steps,
      offers.is_lowest, counted.shops, counted.colours, counted.sizes
    );
  update public.products
  set leads = false, leads_merchant = false
  where item_id = any (items)
    and delisted_at is not null
    and (leads or leads_merchant);
  perform private.index_items(items);
  perform private.refresh_drops(items);
end
$$;

-- Which of two offers stands for an item: the rule of refresh_items for a pair of rows.
create function private.is_better(this public.products, than public.products) returns boolean
  language sql immutable parallel safe
  set search_path = ''
as $$
  select (
      private.offer_class(this.availability, this.price, this.currency),
      private.offer_total(this.price, this.delivery_cost),
      this.id
    ) < (
      private.offer_class(than.availability, than.price, than.currency),
      private.offer_total(than.price, than.delivery_cost),
      than.id
    )
$$;

-- Items that statements under way have touched: noted row by row, and refreshed when a statement ends, so that ten thousand
-- rows changed at once cost one refresh. A statement-level trigger with the rows themselves would make every import keep a
-- copy of each row it writes. Empty whenever no statement runs.
create unlogged table private.touched_items (
  item_id bigint not null,
  backend integer not null default pg_backend_pid()
);
comment on table private.touched_items is 'Items that are refreshed at the end of the statement under way.';
create index touched_items_backend on private.touched_items (backend);
alter table private.touched_items enable row level security;

-- Trigger: notes the items of a changed row.
create function private.touch_item() returns trigger
  language plpgsql security definer -- editors write products, and no client writes here
  set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.touched_items (item_id) values (old.item_id);
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.item_id <> old.item_id then
    insert into private.touched_items (item_id) values (new.item_id);
  end if;
  return null;
end
$$;

create trigger touch_item_of_product
  after insert or delete on public.products
  for each row
  when (coalesce(current_setting('shop.bulk_import', true), '') <> 'on')
  execute function private.touch_item();

create trigger touch_item_of_changed_product
  after update of item_id, product_name, brand, category, merchant_name, gtin, variant_group, colour, size, price, currency,
    availability, delivery_cost, delisted_at, description, merchant_category
  on public.products
  for each row
  when (coalesce(current_setting('shop.bulk_import', true), '') <> 'on')
  execute function private.touch_item();

-- Trigger: refreshes the noted items. One refresh of an item at a time, or two edits side by side would each see only their own offer. A lock for each of many
-- items would fill the server's lock table, so those take one for all.
create function private.refresh_touched_items() returns trigger
  language plpgsql security definer -- editors write products, and no client writes documents
  set search_path = ''
as $$
declare
  items bigint[];
begin
  if not exists (select from private.touched_items where backend = pg_backend_pid()) then
    return null;
  end if;
  with touched as (
    delete from private.touched_items where backend = pg_backend_pid() returning item_id
  )
  select array_agg(distinct item_id order by item_id) into items from touched;
  if cardinality(items) > 16 then
    perform pg_advisory_xact_lock(hashtextextended('refresh items', 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('refresh items', 0));
    perform pg_advisory_xact_lock(item) from unnest(items) as item;
  end if;
  perform private.refresh_items(items);
  return null;
end
$$;

create trigger refresh_touched_items
  after insert or update or delete on public.products
  for each statement
  when (coalesce(current_setting('shop.bulk_import', true), '') <> 'on')
  execute function private.refresh_touched_items();

-- Whether another offer of the item, of one of these merchants, stands for it in their common list of these steps of price.
create function private.stands_behind(product public.products, merchants text[], steps smallint) returns boolean
  language sql stable
  set search_path = ''
as $$
  select exists (
    select
    from public.products as other
    where other.item_id = product.item_id
      and other.delisted_at is null
      and other.merchant_better_steps & steps = 0
      and private.step_bit(private.price_step(other.price)) & steps <> 0
      and other.merchant_name = any (merchants)
      and other.id <> product.id
      and private.is_better(other, product)
  )
$$;

-- Whether two offers of an item are of the very same thing: in one colour and size as far as both tell, or of one GTIN.
-- Without a set clause, so that Postgres inlines it.
create function private.is_same_thing(one public.products, other public.products) returns boolean
  language sql immutable parallel safe
as $$
  select coalesce(
    one.gtin = other.gtin,
    (one.colour is null or other.colour is null or pg_catalog.lower(other.colour) = pg_catalog.lower(one.colour))
      and (one.size is null or other.size is null or pg_catalog.lower(other.size) = pg_catalog.lower(one.size))
  )
$$;

grant execute on function
  private.stock_rank(text),
  private.offer_class(text, numeric, text),
  private.offer_total(numeric, numeric),
  private.is_better(public.products, public.products),
  private.is_same_thing(public.products, public.products)
  to anon, authenticated, service_role;

-- Whether a better offer of the very same thing is known: product pages lead there.
create function private.is_beaten(offer public.products) returns boolean
  language sql stable
  set search_path = ''
as $$
  select exists (
    select
    from public.products as other
    where other.item_id = offer.item_id
      and other.delisted_at is null
      and other.id <> offer.id
      and other.currency = offer.currency
      and (
        private.offer_class(other.availability, other.price, other.currency),
        private.offer_total(other.price, other.delivery_cost)
      ) < (
        private.offer_class(offer.availability, offer.price, offer.currency),
        private.offer_total(offer.price, offer.delivery_cost)
      )
      and private.is_same_thing(offer, other)
  )
$$;

-- What the very same thing costs at the shop that its page leads to, where that is another one. Asked for by name, as
-- price_as_of is: a list of one shop, or of a range of prices, shows offers that are not their item's best.
create function public.best_price(product public.products) returns numeric
  language sql stable
  set search_path = ''
as $$
  select case when not product.leads then (
    select other.price
    from public.products as other
    where other.item_id = product.item_id
      and other.delisted_at is null
      and other.merchant_name <> product.merchant_name
      and other.currency = product.currency
      and private.is_same_thing(product, other)
      and private.is_better(other, product)
    order by private.offer_class(other.availability, other.price, other.currency),
      private.offer_total(other.price, other.delivery_cost), other.id
    limit 1
  ) end
$$;
comment on function public.best_price(public.products) is
  'What a product costs at the shop that has the best offer of it, where that is another shop.';
grant execute on function public.best_price(public.products) to anon, authenticated, service_role;

-- Every merchant's best offer of the very thing that a product is; the product's own first among its merchant's.
create function public.product_offers(of_product bigint) returns setof public.products
  language sql stable
  set search_path = ''
as $$
  select offers.*
  from public.products as own
  cross join lateral (
    select distinct on (other.merchant_name) other.id
    from public.products as other
    where other.item_id = own.item_id
      and other.delisted_at is null
      and (other.id = own.id or other.merchant_name <> own.merchant_name)
      and private.is_same_thing(own, other)
    -- As private.offer_class says it, in the currency of this product's page.
    order by other.merchant_name, other.id <> own.id, other.availability = 'out_of_stock', other.price is null,
      other.currency <> own.currency, private.stock_rank(other.availability),
      private.offer_total(other.price, other.delivery_cost), other.id
  ) as best
  join public.products as offers on offers.id = best.id
  where own.id = of_product
    and own.delisted_at is null
  order by offers.currency <> own.currency, offers.price nulls last, offers.id
  limit 50
$$;
comment on function public.product_offers(bigint) is 'Every merchant''s best offer of the same thing.';
grant execute on function public.product_offers(bigint) to anon, authenticated, service_role;
