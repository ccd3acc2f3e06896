-- Who lets past prices be shown, told and mailed: besides the merchant the network that the offer came from, and one switch
-- of the whole shop, because some networks' terms forbid to track prices at all.

alter table public.networks
  -- As the merchants' columns of the same names; both must allow it.
  add column may_show_history boolean not null default true,
  add column may_alert boolean not null default true,
  add column may_email boolean not null default true;
comment on column public.networks.may_show_history is 'May past prices of its offers be shown?';
comment on column public.networks.may_alert is 'May visitors be told of price drops of its offers?';
comment on column public.networks.may_email is 'May its links stand in e-mails?';
-- Associates Program Policies: no price tracking, no links in e-mails.
update public.networks
set may_show_history = false, may_alert = false, may_email = false
where id = 'amazon';

-- What the operator's settings say to the database. The process writes it at its start; without a row the defaults hold.
create table private.shop_settings (
  only_row boolean primary key default true check (only_row),
  price_tracking boolean not null
);
comment on table private.shop_settings is 'Settings of the operator that policies obey.';
alter table private.shop_settings enable row level security;
-- Policies ask as their caller.
grant select on private.shop_settings to anon, authenticated, service_role;
create policy "everyone reads the settings" on private.shop_settings
  for select to anon, authenticated
  using (true);

create function private.tracks_prices() returns boolean
  language sql stable
  set search_path = ''
as $$
  select coalesce((select price_tracking from private.shop_settings), true)
$$;
grant execute on function private.tracks_prices() to anon, authenticated, service_role;

-- Pages that show past prices are rendered anew: all of them show products, whose rows seem to change.
create function private.notify_price_tracking() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('page_invalidation', 'products');
  return null;
end
$$;
create trigger shop_settings_change_pages
  after insert or update or delete on private.shop_settings
  for each statement execute function private.notify_price_tracking();

-- Restrictive, so that it also holds for the editors' policies.
create policy "nobody reads drops while prices are not tracked" on public.price_drops
  as restrictive for select to anon, authenticated
  using ((select private.tracks_prices()));
create policy "nobody reads the history while prices are not tracked" on public.price_history
  as restrictive for select to anon, authenticated
  using ((select private.tracks_prices()));

alter policy "everyone reads the drops that merchants allow" on public.price_drops
  using (
    merchant_name in (select name from public.merchants where may_show_history)
    and (source is null or source in (select id from public.networks where may_show_history))
    and exists (
      select from public.products
      where products.id = price_drops.product_id
        and products.delisted_at is null
    )
  );
alter policy "everyone reads the history that merchants allow" on public.price_history
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
