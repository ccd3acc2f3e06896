-- Price and back-in-stock alerts by e-mail, without an account. An alert is of an item: any merchant's offer fulfils it.

-- Addresses that asked for alerts. Visitors write nothing themselves: functions validate, limit and insert.
create table public.price_watchers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) between 3 and 254),
  -- When the last alerts were put into the outbox: one email a day tells all of them.
  last_email_at timestamptz,
  -- When they ended all alerts with one click; null while they want any.
  left_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.price_watchers is 'Addresses that asked for price alerts.';
create unique index price_watchers_email on public.price_watchers (lower(email));

create table public.price_alerts (
  id uuid primary key default gen_random_uuid(),
  watcher_id uuid not null references public.price_watchers (id) on delete cascade,
  -- The item as it was when the alert was made; the product's own item counts while there is the product.
  item_id bigint not null,
  product_id bigint references public.products (id) on delete set null,
  -- target: at the price or below; low: below everything of the thirty days before; stock: to be had again.
  kind text not null check (kind in ('target', 'low', 'stock')),
  target_price numeric check (target_price > 0),
  currency text not null default 'USD' check (length(currency) = 3),
  -- pending: not yet confirmed by mail; done: told, and over.
  status text not null default 'pending' check (status in ('pending', 'active', 'done')),
  -- Consent as it was given: when, where, and to which words.
  consented_at timestamptz not null default now(),
  source_page text,
  consent_text text,
  confirmed_at timestamptz,
  -- When a hit was last told.
  told_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'target') = (target_price is not null))
);
comment on table public.price_alerts is 'What addresses want to be told of, with proof of consent.';
create index price_alerts_watcher on public.price_alerts (watcher_id, status);
create index price_alerts_product on public.price_alerts (product_id);
-- What is deleted by its age is found by its age.
create index price_alerts_consented on public.price_alerts (status, consented_at);

alter table public.price_watchers enable row level security;
alter table public.price_alerts enable row level security;
grant select, insert, update, delete on public.price_watchers, public.price_alerts to authenticated, service_role;
create policy "admins manage watchers" on public.price_watchers
  for all to authenticated
  using ((select private.has_role('admin')))
  with check ((select private.has_role('admin')));
create policy "admins manage alerts" on public.price_alerts
  for all to authenticated
  using ((select private.has_role('admin')))
  with check ((select private.has_role('admin')));

-- The links in mails, as of the newsletter: of 256 bits, for one purpose, only their hashes stored.
create table private.alert_tokens (
  token_hash bytea primary key,
  watcher_id uuid not null references public.price_watchers (id) on delete cascade,
  -- What a confirm link confirms; null for the link that manages all alerts.
  alert_id uuid references public.price_alerts (id) on delete cascade,
  -- Null for the way out, which stays open as long as the address is kept.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  check ((alert_id is null) = (expires_at is null))
);
comment on table private.alert_tokens is 'What the links of alert mails let their reader do.';
create index alert_tokens_watcher on private.alert_tokens (watcher_id);
create index alert_tokens_alert on private.alert_tokens (alert_id);
alter table private.alert_tokens enable row level security;
grant select, insert, update, delete on private.alert_tokens to service_role;

alter table private.planned_mails
  add column watcher_id uuid references public.price_watchers (id) on delete cascade;
create index planned_mails_watcher on private.planned_mails (watcher_id);

-- Whether the merchant and the network of a product let visitors be told of it by mail, and prices are tracked at all.
create function private.may_alert_of(product public.products) returns boolean
  language sql stable
  set search_path = ''
as $$
  select private.tracks_prices()
    and exists (
      select
      from public.merchants
      where merchants.name = product.merchant_name
        and merchants.may_alert and merchants.may_email
    )
    and (
      product.source is null
      or exists (
        select
        from public.networks
        where networks.id = product.source
          and networks.may_alert and networks.may_email
      )
    )
$$;
revoke execute on function private.may_alert_of(public.products) from public;
grant execute on function private.may_alert_of(public.products) to service_role;
