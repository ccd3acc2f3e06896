-- One switch of the whole shop for what past prices show, besides those of merchants and networks: some networks' terms
-- forbid to track prices at all.

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
