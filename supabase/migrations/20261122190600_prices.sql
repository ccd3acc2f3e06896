-- Price history and price drops. A merchant's own "old price" is a claim; these rows come from prices that we read.

-- Prices that a product had before its present one. The present price stands in products, so a price that never
-- changed costs nothing here, and each row knows both its ends.
create table public.price_history (
  product_id bigint not null references public.products (id) on delete cascade,
  observed_from timestamptz not null,
  observed_until timestamptz not null,
  price numeric,
  currency text not null,
  list_price numeric,
  primary key (product_id, observed_from)
);
comment on table public.price_history is 'Prices that products had before, with the time each was true.';

-- What is deleted by its age is found by its age.

-- Rows come in the order of their time, so a few kilobytes say which pages hold the old ones.
-- Old rows are deleted by their age. Rows come in the order of their time, so a few kilobytes say which pages hold the old
-- ones.
create index price_history_observed_until on public.price_history using brin (observed_until)
  with (autosummarize = on);
alter table public.price_history enable row level security;
grant select on public.price_history to anon;
grant select on public.price_history to authenticated;
grant select, insert, update, delete on public.price_history to service_role;

create policy "everyone reads the history that merchants allow" on public.price_history
  for select to anon, authenticated
  using (
    exists (
      select
      from public.products
      join public.merchants on merchants.name = products.merchant_name
      where products.id = price_history.product_id
        and products.delisted_at is null
        and merchants.may_show_history
        and (products.source is null or products.source in (select id from public.networks where may_show_history))
    )
  );

-- Restrictive, so that it also holds for the editors' policies.
create policy "nobody reads the history while prices are not tracked" on public.price_history
  as restrictive for select to anon, authenticated
  using ((select private.tracks_prices()));

create policy "editors read every price" on public.price_history
  for select to authenticated
  using ((select private.has_role('editor')));

-- Products whose present price staff wrote: it is shown, and is no reading. It proves no drop, stays out of the history, and
-- no alert of a price tells it. The next import of the product's feed removes the row.
create table public.hand_prices (
  product_id bigint primary key references public.products (id) on delete cascade,
  edited_by uuid,
  edited_at timestamptz not null default now(),
  change_set uuid not null,
  -- Whether the price before was read: it is again once this change is undone.
  replaced_reading boolean not null
);
comment on table public.hand_prices is 'Products whose present price was written by staff, and by whom.';
alter table public.hand_prices enable row level security;
grant select on public.hand_prices to authenticated, service_role;
create policy "editors see which prices were written by hand" on public.hand_prices
  for select to authenticated
  using ((select private.has_role('editor')));

-- Whether staff wrote the present price. Asked for by name, as price_as_of is. Security definer because visitors are told
-- that, and not by whom.
create function public.price_by_hand(product public.products) returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (select from public.hand_prices where product_id = product.id)
$$;
comment on function public.price_by_hand(public.products) is 'Whether staff wrote the present price of a product.';
grant execute on function public.price_by_hand(public.products) to anon, authenticated, service_role;

-- Trigger: who wrote a price. An account, or a job for one: the shop's own jobs and the service's key read prices somewhere.
-- Security definer because nobody writes these rows.
create function private.note_hand_price() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  undone constant uuid := nullif(current_setting('app.undoes', true), '')::uuid;
begin
  if tg_op = 'UPDATE' and (new.price, new.currency) is not distinct from (old.price, old.currency) then
    return null;
  end if;
  if private.actor() is null or new.price is null then
    delete from public.hand_prices where product_id = new.id;
  elsif undone is not null and not exists (select from public.audit_log where change_set = undone and undoes is not null) then
    delete from public.hand_prices where product_id = new.id and change_set = undone and replaced_reading;
  else
    insert into public.hand_prices (product_id, edited_by, change_set, replaced_reading)
    values (new.id, private.actor(), private.change_set(), tg_op = 'UPDATE')
    on conflict (product_id) do update
      set edited_by = excluded.edited_by, edited_at = excluded.edited_at, change_set = excluded.change_set,
        replaced_reading = false;
  end if;
  return null;
end
$$;

-- Before keep_price_drop, by its name: triggers of one event fire in the order of their names.
create trigger hand_price
  after insert or update of price, currency on public.products
  for each row
  when (coalesce(current_setting('shop.bulk_import', true), '') <> 'on')
  execute function private.note_hand_price();

-- The lowest price that a product had in the thirty days before a time; null when none is known. A table function without
-- a set clause, so that Postgres inlines it into the importer's statement; every name is qualified instead.
create function private.low_before(of_product bigint, in_currency text, before_time timestamptz)
  returns table (low_price numeric)
  language sql stable
as $$
  select pg_catalog.min(past.price)
  from public.price_history as past
  where past.product_id = of_product
    and past.currency = in_currency
    and past.observed_until > before_time - interval '30 days'
    and past.observed_from < before_time
$$;

-- One row for each product whose present price is below every price it had in the thirty days before: the "prior price"
-- of the European Price Indication Directive (98/6/EC, article 6a). Small beside the catalogue, and with the columns that
-- lists filter by, so that a list of drops never reads a million products.
create table public.price_drops (
  product_id bigint primary key references public.products (id) on delete cascade,
  category text collate "C" not null,
  merchant_name text collate "C" not null,
  source text collate "C",
  -- The lowest price of the thirty days before the drop.
  was_price numeric not null check (was_price > price),
  price numeric not null check (price >= 0),
  currency text collate "C" not null,
  dropped_at timestamptz not null,
  -- Share of the old price that is saved, from 0 to 1.
  saving numeric not null generated always as (round(1 - price / was_price, 4)) stored,
  -- Whether this is the drop that its item is shown by. Kept with the items' leading offers, so that a list of drops is read
  -- through its indexes: grouping the drops of a large catalogue by items at each call took 300 ms.
  leads boolean not null default true,
  -- Whether another offer of the same thing is the better one: a fall that leaves it dearer than next door is no deal. Kept
  -- with the items' leading offers too.
  beaten boolean not null default false,
  -- Amazon allows no price tracking (Associates Program Policies), so no drop of its products is stored.
  check (source is distinct from 'amazon')
);
comment on table public.price_drops is 'Products whose price fell below its thirty-day low, kept by the importer and by edits.';
create index price_drops_newest on public.price_drops (dropped_at, product_id);
create index price_drops_category_newest on public.price_drops (category, dropped_at, product_id);
create index price_drops_merchant_newest on public.price_drops (merchant_name, dropped_at, product_id);
create index price_drops_biggest on public.price_drops (saving, product_id);
create index price_drops_category_biggest on public.price_drops (category, saving, product_id);

create trigger price_drops_change_pages
  after insert or update or delete or truncate on public.price_drops
  for each statement execute function private.notify_page_invalidation();
alter table public.price_drops enable row level security;
grant select on public.price_drops to anon, authenticated;
grant select, insert, update, delete on public.price_drops to service_role;

-- The subquery is read with the caller's rights: who may not see the product does not see its drop.
create policy "everyone reads the drops that merchants allow" on public.price_drops
  for select to anon, authenticated
  using (
    merchant_name in (select name from public.merchants where may_show_history)
    and (source is null or source in (select id from public.networks where may_show_history))
    and exists (
      select from public.products
      where products.id = price_drops.product_id
        and products.delisted_at is null
    )
  );

-- Restrictive, so that it also holds for the editors' policies.
create policy "nobody reads drops while prices are not tracked" on public.price_drops
  as restrictive for select to anon, authenticated
  using ((select private.tracks_prices()));

create policy "editors read every drop" on public.price_drops
  for select to authenticated
  using ((select private.has_role('editor')));

-- Trigger: an edit by hand keeps the drops as an import does. After the row, because only then its history is written.
create function private.keep_price_drop() returns trigger
  language plpgsql security definer -- clients may change a price but never write a drop
  set search_path = ''
as $$
begin
  if (new.price, new.currency, new.source) is distinct from (old.price, old.currency, old.source) then
    delete from public.price_drops where product_id = new.id;
    insert into public.price_drops
      (product_id, category, merchant_name, source, was_price, price, currency, dropped_at)
    select new.id, new.category, new.merchant_name, new.source, low_price, new.price, new.currency, new.price_changed_at
    from private.low_before(new.id, new.currency, new.price_changed_at)
    where new.price < low_price
      and new.source is distinct from 'amazon'
      and not exists (select from public.hand_prices where product_id = new.id);
  else
    update public.price_drops
    set category = new.category, merchant_name = new.merchant_name
    where product_id = new.id;
  end if;
  return null;
end
$$;

create trigger keep_price_drop
  after update of price, currency, source, category, merchant_name on public.products
  for each row
  when (coalesce(current_setting('shop.bulk_import', true), '') <> 'on')
  execute function private.keep_price_drop();

-- Offers that cost less than in the thirty days before, as our own readings prove: at most thirty days ago, at the price that
-- they still have, listed, not sold out, not beaten by another offer of the same thing, and of a merchant and network that let
-- it be told. Read with its owner's rights: the policies of the tables would say the same of every row.
-- docs/decisions/0097-which-offer-is-shown.md
create view private.proven_drops as
select
  drops.product_id,
  products.item_id,
  drops.category,
  drops.merchant_name,
  drops.source,
  drops.was_price,
  drops.price,
  drops.currency,
  drops.dropped_at,
  drops.saving,
  drops.leads
from public.price_drops as drops
join public.products
  on products.id = drops.product_id
  -- Equal, as a range: equality of prices Postgres takes for a rare coincidence, and then reads the whole view for each offer
  -- of a list, which took minutes of a hundred thousand items.
  and products.price between drops.price and drops.price
  and products.currency = drops.currency
where drops.dropped_at > now() - interval '30 days'
  and not drops.beaten
  and (select private.tracks_prices())
  and drops.merchant_name in (select name from public.merchants where may_show_history)
  and (drops.source is null or drops.source in (select id from public.networks where may_show_history))
  and products.delisted_at is null
  and products.availability <> 'out_of_stock';
comment on view private.proven_drops is 'Price drops of offers that can be bought, that no other offer beats, and that may be told.';
grant select on private.proven_drops to anon, authenticated, service_role;

-- What a product cost before its proven drop. Asked for by name, as price_as_of is.
create function public.was_price(product public.products) returns numeric
  language sql stable
  set search_path = ''
as $$
  select drops.was_price
  from private.proven_drops as drops
  where drops.product_id = product.id
$$;
comment on function public.was_price(public.products) is 'What a product cost before its last price drop.';
grant execute on function public.was_price(public.products) to anon, authenticated, service_role;

-- Says which drops of these items are beaten, and chooses the drop that each item is shown by: a proven one, then the
-- biggest. Without the switch of the shop, which no drop passes or all do.
create function private.refresh_drops(items bigint[]) returns void
  language sql
  set search_path = ''
as $$
  with judged as materialized (
    select
      drops.product_id,
      drops.saving,
      products.item_id,
      products.availability = 'out_of_stock' as sold_out,
      drops.merchant_name in (select name from public.merchants where may_show_history)
        and (drops.source is null or drops.source in (select id from public.networks where may_show_history)) as told,
      private.is_beaten(products) as beaten
    from (select distinct unnest(items)) as item (id)
    join public.products on products.item_id = item.id
    join public.price_drops as drops on drops.product_id = products.id
    where products.delisted_at is null
      and drops.dropped_at > now() - interval '30 days'
  ),
  ranked as (
    select
      judged.product_id,
      judged.beaten,
      row_number() over (
        partition by judged.item_id
        order by judged.sold_out, judged.told desc, judged.beaten, judged.saving desc, judged.product_id
      ) = 1 as leads
    from judged
  )
  update public.price_drops as drops
  set leads = ranked.leads, beaten = ranked.beaten
  from ranked
  where drops.product_id = ranked.product_id
    and (drops.leads, drops.beaten) <> (ranked.leads, ranked.beaten)
$$;

-- Trigger: a merchant or network that begins or ceases to let drops be told changes which drop its items are shown by.
create function private.choose_drops_again() returns trigger
  language plpgsql security definer -- editors write merchants, and no client writes drops
  set search_path = ''
as $$
declare
  changed constant jsonb := to_jsonb(coalesce(new, old));
begin
  perform private.refresh_drops(array(
    select products.item_id
    from public.price_drops as drops
    join public.products on products.id = drops.product_id
    where case tg_table_name
      when 'merchants' then drops.merchant_name = changed ->> 'name'
      else drops.source = changed ->> 'id'
    end
  ));
  return null;
end
$$;

create trigger choose_drops_of_new_merchant
  after insert on public.merchants
  for each row
  when (new.may_show_history)
  execute function private.choose_drops_again();
create trigger choose_drops_of_changed_merchant
  after update of may_show_history on public.merchants
  for each row
  when (old.may_show_history <> new.may_show_history)
  execute function private.choose_drops_again();
create trigger choose_drops_of_deleted_merchant
  after delete on public.merchants
  for each row
  when (old.may_show_history)
  execute function private.choose_drops_again();
create trigger choose_drops_of_changed_network
  after update of may_show_history on public.networks
  for each row
  when (old.may_show_history <> new.may_show_history)
  execute function private.choose_drops_again();

-- Listed products with a drop of the last thirty days, or since a time, that can be bought: newest or biggest drop first,
-- each item once, by its biggest drop.
create function public.price_drops(
  category_param text default null,
  merchant_param text default null,
  source_param text default null,
  sort_param text default 'newest',
  page_size integer default 24,
  page_start integer default 0,
  since_param timestamptz default null
) returns setof public.products
  language plpgsql stable
  set search_path = ''
as $$
declare
  conditions text := 'true';
  ordering constant text := case
    when sort_param = 'biggest' then 'drops.saving desc, drops.product_id desc'
    else 'drops.dropped_at desc, drops.product_id desc'
  end;
begin
  if category_param is not null then conditions := conditions || ' and drops.category = $1'; end if;
  if source_param is not null then conditions := conditions || ' and drops.source = $3'; end if;
  if since_param is not null then conditions := conditions || ' and drops.dropped_at >= $6'; end if;
  -- One merchant's drops are few enough to be put together by items; another merchant's may lead them.
  return query execute case
    when merchant_param is null then format(
      'select products.*
       from private.proven_drops as drops
       join public.products on products.id = drops.product_id
       where %s and drops.leads
       order by %s limit $4 offset $5',
      conditions, ordering
    )
    else format(
      'select products.*
       from (
         select distinct on (drops.item_id) drops.*
         from private.proven_drops as drops
         where %s and drops.merchant_name = $2
         order by drops.item_id, drops.saving desc, drops.product_id
       ) as drops
       join public.products on products.id = drops.product_id
       order by %s limit $4 offset $5',
      conditions, ordering
    )
  end
  using category_param, merchant_param, source_param, least(greatest(page_size, 0), 100), greatest(page_start, 0),
    since_param;
end
$$;
comment on function public.price_drops(text, text, text, text, integer, integer, timestamptz) is
  'Items whose price fell in the last thirty days, newest or biggest drop first.';
grant execute on function public.price_drops(text, text, text, text, integer, integer, timestamptz)
  to anon, authenticated, service_role;

-- How many items price_drops lists, counting no further than cap: a result of cap + 1 means "more than cap".
create function public.count_price_drops(
  category_param text default null,
  merchant_param text default null,
  source_param text default null,
  cap integer default 1000,
  since_param timestamptz default null
) returns integer
  language plpgsql stable
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
declare
  counted integer;
begin
  select count(*)
  into counted
  from (
    select distinct drops.item_id
    from private.proven_drops as drops
    where (drops.leads or merchant_param is not null)
      and (category_param is null or drops.category = category_param)
      and (merchant_param is null or drops.merchant_name = merchant_param)
      and (source_param is null or drops.source = source_param)
      and (since_param is null or drops.dropped_at >= since_param)
    limit least(greatest(cap, 0), 1000) + 1
  ) as capped;
  return counted;
end
$$;
comment on function public.count_price_drops(text, text, text, integer, timestamptz) is
  'How many items price_drops lists, counted no further than cap.';
grant execute on function public.count_price_drops(text, text, text, integer, timestamptz) to anon, authenticated, service_role;

-- What the list of price drops can be narrowed by, from one value to the next through the indexes: passing every drop of a
-- large catalogue took 80 ms. Where no merchant allows its price history there is nothing to choose, and no drop is read.
create function public.price_drop_choices() returns table (facet text, value text)
  language sql stable
  set search_path = ''
as $$
  with recursive dropped (category) as (
    (
      select category
      from public.price_drops
      where exists (select from public.merchants where may_show_history)
      order by category
      limit 1
    )
    union all
    select (
      select drops.category
      from public.price_drops as drops
      where drops.category > dropped.category
      order by drops.category
      limit 1
    )
    from dropped
    where dropped.category is not null
  )
  (
    select 'category', dropped.category
    from dropped
    -- The first that is found, by index; a semi-join would read all of them.
    where (select true from private.proven_drops as drops where drops.category = dropped.category limit 1)
    order by dropped.category
    limit 200
  )
  union all
  (
    select 'merchant', merchants.name
    from public.merchants
    where merchants.may_show_history
      and (select true from private.proven_drops as drops where drops.merchant_name = merchants.name limit 1)
    order by merchants.name
    limit 200
  )
$$;
comment on function public.price_drop_choices() is
  'Categories and merchants that lists of price drops can be narrowed by.';
grant execute on function public.price_drop_choices() to anon, authenticated, service_role;
