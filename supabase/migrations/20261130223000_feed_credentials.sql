-- Keys of the networks that an admin stored. Sealed with a key that is derived from the shop's own secret, which is not in the
-- database: a copy of the database tells none of them. Nothing reads them back to a person.
create table private.feed_credentials (
  -- As the setting of the same name, such as AWIN_FEED_KEY.
  name text primary key check (name ~ '^[A-Z][A-Z0-9_]{2,60}$'),
  sealed bytea not null check (length(sealed) between 29 and 5000),
  stored_at timestamptz not null default now(),
  -- Not a foreign key: the key outlives the account.
  stored_by uuid
);
comment on table private.feed_credentials is 'Keys of networks that an admin stored, sealed.';
alter table private.feed_credentials enable row level security;
grant select, insert, update, delete on private.feed_credentials to service_role;

-- Trigger: what a network's imports lack is another thing once a key is stored or forgotten. The worker says within seconds what
-- is missing still; until then nobody is refused for a key that is there. Security definer because clocks are nobody's.
create function private.look_at_credentials_anew() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update private.feed_clocks
  set missing = null
  from private.feed_kinds as kinds
  where kinds.kind = feed_clocks.kind
    and kinds.network_id = lower(split_part(coalesce(new.name, old.name), '_', 1));
  return null;
end
$$;
create trigger look_at_credentials_anew
  after insert or update or delete on private.feed_credentials
  for each row execute function private.look_at_credentials_anew();

-- Trigger: whoever puts an account of their own there is paid for the shop's sales, so the log tells whose hand it was. It holds
-- the name of the key and no value. Security definer because nobody writes the log.
create function private.log_changed_key() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  key_name constant text := coalesce(new.name, old.name);
begin
  insert into public.audit_log (actor, change_set, table_name, row_key, row_name, action, columns, for_role)
  values (
    private.actor(), private.change_set(), 'feed_credentials', key_name, key_name, 'update',
    array[case tg_op when 'INSERT' then 'key stored' when 'UPDATE' then 'key replaced' else 'key forgotten' end], 'admin'
  );
  return null;
end
$$;
create trigger log_changed_key
  after insert or update or delete on private.feed_credentials
  for each row execute function private.log_changed_key();
